/** Returns a LIKE pattern that matches values containing exactly this text: `%`, `_` and `\` mean themselves. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
