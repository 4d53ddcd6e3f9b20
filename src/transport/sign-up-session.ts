/** The continued sign-up that the first sign-in at an external identity provider completes. */
const SESSION = 'gopath-sign-up';
const NEW_USER = 'isNewUser';

/** Stores the sign-up and the flag of a new person (AUTH-020), also for a sign-in after this tab was closed. */
export function rememberSignUp(session: string) {
  localStorage.setItem(NEW_USER, 'true');
  localStorage.setItem(SESSION, session);
}

/** Returns the stored sign-up; null when there is none. */
export function signUpToComplete(): string | null {
  return localStorage.getItem(SESSION);
}

/** Deletes the stored sign-up once it is complete. */
export function deleteSignUp() {
  localStorage.removeItem(SESSION);
}

/** Returns whether the person has just signed up, and removes the flag. */
export function takeIsNewUser(): boolean {
  const isNew = localStorage.getItem(NEW_USER) === 'true';
  localStorage.removeItem(NEW_USER);
  return isNew;
}
