/** The release that this app is (SHEL-040). */
export const CURRENT_RELEASE = 'v1.3.0';
