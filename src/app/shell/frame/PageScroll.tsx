import { ScrollRestoration, type Location } from 'react-router';

/**
 * Opens a new page at its top. Opens a page reached with Back or by reloading at its last position.
 *
 * React Router gives the first page of every document the key 'default', so a page opened by its address
 * would start at the position of the page before it. Therefore this component stores positions of first pages
 * by address.
 */
export function PageScroll() {
  return <ScrollRestoration getKey={scrollKey} />;
}

function scrollKey(location: Location) {
  return location.key === 'default' ? location.pathname + location.search : location.key;
}
