/**
 * Returns the name of a cookie. Over https browsers accept a `__Host-` cookie only from this host itself, over https
 * and for every path, so no other site or subdomain can set it. Plain http (a local server) has plain names.
 */
export function hostCookieName(publicUrl: string, name: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}

/** As {@link hostCookieName}, for a cookie that is limited to a path: browsers require https for a `__Secure-` cookie. */
export function secureCookieName(publicUrl: string, name: string): string {
  return publicUrl.startsWith('https:') ? `__Secure-${name}` : name;
}
