const WORD_ITEM = /<p\b[^>]*mso-list:l\d+ level(\d)[^>]*>(.*?)<\/p>\s*/gisu;
const WORD_LIST = new RegExp(`(?:${WORD_ITEM.source})+`, 'gisu');
const WORD_MARKER = /<span[^>]*mso-list:Ignore[^>]*>(.*?)<span[^>]*>[^<]*<\/span>\s*<\/span>/isu;

/** Returns the lists of Microsoft Word's list paragraphs, which start with their marker: '·', '1.' or 'a)'. */
function toLists(paragraphs: string): string {
  const open: [level: string, list: string][] = [];
  let html = '';
  const close = () => (html += `</${open.pop()?.[1]}>`);
  for (const [, level = '', text = ''] of paragraphs.matchAll(WORD_ITEM)) {
    const marker = WORD_MARKER.exec(text)?.[1] ?? '';
    const list = /^\(?\w+[.)]/u.test(marker) ? 'ol' : 'ul';
    const isAfter = ([before, kind]: [string, string]) =>
      before > level || (before === level && kind !== list);
    for (let last = open.at(-1); last && isAfter(last); last = open.at(-1)) close();
    if (open.at(-1)?.[0] !== level) {
      open.push([level, list]);
      html += `<${list} start=${parseInt(marker, 10) || 1}>`;
    }
    html += `<li>${text.replace(WORD_MARKER, '')}`;
  }
  while (open.length > 0) close();
  return html;
}

/** Turns the list paragraphs of HTML from Microsoft Word into lists. Other HTML is unchanged. */
export function withWordLists(html: string): string {
  return html.replace(WORD_LIST, toLists);
}
