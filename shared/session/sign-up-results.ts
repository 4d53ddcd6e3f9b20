/** The stored messages after a sign-up, with status 200 (AUTH-032) and 400 (AUTH-033). */
export const SIGN_UP_SUCCESSFUL = 'Sign up successful! Verify your email to login.';
export const SIGN_UP_FAILED = 'Unexpected error occurred. Please try again later.';
