/**
 * The person of this page: issuer and subject of their tokens. All tabs share the cookie of the session, so another tab
 * can sign in someone else. The page keeps its person until it is loaded again.
 */
let person: string | null = null;

/** Returns the issuer and subject of an access token. The server checks its signature. */
export function personOf(accessToken: string): string {
  const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const { iss, sub } = JSON.parse(atob(payload)) as { iss: string; sub: string };
  return `${iss} ${sub}`;
}

/** Returns the person of this page; null until someone is known. */
export function pagePerson(): string | null {
  return person;
}

/** Sets the person after a sign-in on this page, which shows nobody's data yet. */
export function setPagePerson(next: string) {
  person = next;
}

/** Returns whether the page belongs to this person. The first one becomes its person. */
export function isPagePerson(found: string): boolean {
  person ??= found;
  return found === person;
}
