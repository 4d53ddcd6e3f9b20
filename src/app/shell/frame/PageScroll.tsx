import { ScrollRestoration, type Location } from 'react-router';

/**
 * Opens a new page at its top, and a page reached with Back or by reloading where it was left.
 *
 * React Router gives the first page of every document the key 'default', so a page opened by its address would start
 * at the position of the page before it. The position of such a page is stored with its address instead.
 */
export function PageScroll() {
  return <ScrollRestoration getKey={scrollKey} />;
}

function scrollKey(location: Location) {
  return location.key === 'default' ? location.pathname + location.search : location.key;
}
