/** Shortens a text to a number of characters. A shortened text ends with '…'. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text;
}
