/**
 * Returns a function that opens a database of this device at its first call, and returns the same connection later. It
 * opens a new one after a failure, and after the browser or a newer build has ended the connection.
 * @param connect opens it; calls `onEnded` when the connection can no longer be used
 */
export function connectOnce<Connection>(
  connect: (onEnded: () => void) => Promise<Connection>,
): () => Promise<Connection> {
  let connection: Promise<Connection> | null = null;
  const forget = () => {
    connection = null;
  };
  return () => {
    connection ??= connect(forget).catch((error: unknown) => {
      forget();
      throw error;
    });
    return connection;
  };
}
