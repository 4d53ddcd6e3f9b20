/** Saves a file on the device. @param address the file as a `data:` address in base64 */
export function saveFile(address: string, name: string): void {
  const [head = '', base64 = ''] = address.split(',', 2);
  const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
  saveBlob(new Blob([bytes], { type: /^data:([^;]*)/.exec(head)?.[1] ?? '' }), name);
}

/** Saves a file on the device. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
