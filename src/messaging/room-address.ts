/** Returns the meeting room of an address on our server or in the extension's app; null for other pages. */
export function roomOfAddress(address: string, server: string, ownOrigin: string): string | null {
  const url = URL.parse(address);
  if (url === null) return null;
  const isApp = `${url.protocol}//${url.host}` === ownOrigin && url.pathname === '/app.html';
  const path = isApp ? url.hash.slice(1) : url.origin === server ? url.pathname : '';
  const match = /^\/meeting_rooms\/([^/?#]+)\/?(?:[?#].*)?$/.exec(path);
  if (match?.[1] === undefined) return null;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return null;
  }
}
