/** Returns the address of an app page in a tab of the extension, where the path follows a hash. */
export function appPage(path: string): string {
  return `/app.html#${path}`;
}
