/**
 * Renames the style attributes of pasted HTML and drops its event handlers: parsing them would break the content
 * security policy. Text is untouched, a '<' in it is written as an entity. `pastedStyle` reads the styles again.
 */
export function inertPaste(html: string): string {
  return html.replace(/<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/giu, (tag) =>
    tag
      .replace(/\son\w+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/giu, '')
      .replace(/\sstyle(\s*=)/giu, ' data-pasted-style$1'),
  );
}

/** Whether a pasted element carried a style, such as the bold of Google Docs, which is a span with a weight. */
export function pastedStyle(element: HTMLElement, style: RegExp): boolean {
  return style.test(element.dataset.pastedStyle ?? '');
}
