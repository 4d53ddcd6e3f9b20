/** Close codes of a room's connection, besides those of the WebSocket standard. */
export const CLOSE_CODES = {
  /** The person left: do not connect again. */
  left: 4000,
  /** The provider did not let the person in. */
  declined: 4403,
  /** The meeting no longer exists for the person. */
  notFound: 4404,
  /** The seat expired while the server could not keep it, as in a failure of the database: connect again. */
  expired: 4408,
  /** The same seat connected again, or another device of the person took it. */
  replaced: 4409,
  /** The browser sent more messages than our app ever does. */
  tooMany: 4429,
} as const;
