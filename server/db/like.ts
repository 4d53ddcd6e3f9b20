const escaped = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

/** Returns a LIKE pattern that matches values containing exactly this text: `%`, `_` and `\` mean themselves. */
export function containing(text: string): string {
  return `%${escaped(text)}%`;
}

/** Returns a LIKE pattern that matches values beginning with exactly this text. */
export function beginningWith(text: string): string {
  return `${escaped(text)}%`;
}
