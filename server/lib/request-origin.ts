/** The IP address and browser of a request. */
export interface RequestOrigin {
  ip: string;
  userAgent: string;
}
