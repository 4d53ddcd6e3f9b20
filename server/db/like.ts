const escaped = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

/** Returns a LIKE pattern for values that contain this text; `%`, `_` and `\` are literal. */
export function containing(text: string): string {
  return `%${escaped(text)}%`;
}

/** Returns a LIKE pattern for values that begin with this text. */
export function beginningWith(text: string): string {
  return `${escaped(text)}%`;
}
