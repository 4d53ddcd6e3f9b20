/**
 * Returns the name of a cookie. Over https, browsers accept a `__Host-` cookie only from this host, over https and for
 * every path, so no other site or subdomain can set it. On plain http (a local server) there is no prefix.
 */
export function hostCookieName(publicUrl: string, name: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}

/** Returns the name of a cookie that is limited to a path: browsers require https for a `__Secure-` cookie. */
export function secureCookieName(publicUrl: string, name: string): string {
  return publicUrl.startsWith('https:') ? `__Secure-${name}` : name;
}
