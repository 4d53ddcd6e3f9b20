/** The address of a page of the full app in a tab of the extension, where paths stand behind a hash. */
export function appPage(path: string): string {
  return `/app.html#${path}`;
}
