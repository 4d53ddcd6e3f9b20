/** Replaces the tag of a table, which notes cannot contain: each row becomes a paragraph, with a space after each cell. */
function withoutTable(tag: string): string {
  const [, slash = '', name = ''] = /^<(\/?)(\w+)/u.exec(tag) ?? [];
  if (/^(?:table|thead|tbody|tfoot)$/iu.test(name)) return `<${slash}div>`;
  if (/^(?:tr|caption)$/iu.test(name)) return `<${slash}p>`;
  if (/^(?:td|th|col|colgroup)$/iu.test(name)) return slash === '' ? '' : ' ';
  return tag;
}

let withWordLists = (html: string) => html;

/** Loads what a paste from Microsoft Word needs, for an editor that got the focus. Without it lists become paragraphs. */
export async function preparePaste(): Promise<void> {
  ({ withWordLists } = await import('./word-lists.ts').catch(() => ({ withWordLists })));
}

/**
 * Renames the style attributes of pasted HTML and removes event handlers: parsing them would violate the content
 * security policy. Text is unchanged; a '<' in it is an entity. `pastedStyle` reads the styles.
 */
export function inertPaste(html: string): string {
  return withWordLists(html).replace(/<\/?[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/giu, (tag) =>
    withoutTable(tag)
      .replace(/\son\w+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/giu, '')
      .replace(/\sstyle(\s*=)/giu, ' data-pasted-style$1'),
  );
}

/** Returns whether a pasted element had a style, such as bold text from Google Docs, a span with a font weight. */
export function pastedStyle(element: HTMLElement, style: RegExp): boolean {
  return style.test(element.dataset.pastedStyle ?? '');
}
