/** Every REST endpoint that our clients call. The extension's worker forwards these and nothing else. */
export const endpoints = {
  me: { method: 'GET', path: '/api/me/' },
  changeTheme: { method: 'PUT', path: '/api/me/change_theme/' },
  toggleUserPin: { method: 'POST', path: '/api/toggle_user_pin/:pk/' },
} as const satisfies Record<string, { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string }>;

export type EndpointName = keyof typeof endpoints;

/** Fills the `:name` parts of an endpoint's path. */
export function pathOf(
  name: EndpointName,
  params: Readonly<Record<string, string | number>> = {},
  search: Readonly<Record<string, string>> = {},
): string {
  const path = endpoints[name].path.replaceAll(/:(\w+)/g, (_match, key: string) => {
    const value = params[key];
    if (value === undefined) throw new Error(`The endpoint ${name} needs '${key}'.`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams(search).toString();
  return query === '' ? path : `${path}?${query}`;
}
