import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString } from 'mdast-util-to-string';

/** Returns the text of Markdown without its syntax. HTML in it is left out. */
export function plainTextOf(markdown: string): string {
  return fromMarkdown(markdown)
    .children.map((block) => toString(block, { includeHtml: false }))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The deepest nesting of quotes, lists and emphasis. Code that reads or shows much deeper text fails. */
const MAX_DEPTH = 100;

interface MarkdownNode {
  type: string;
  children?: MarkdownNode[];
}

/** Returns whether the parts of a Markdown text are nested too deeply to read it again. */
export function isTooDeep(markdown: string): boolean {
  let level: MarkdownNode[] = fromMarkdown(markdown).children;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) level = level.flatMap(({ children = [] }) => children);
  return level.length > 0;
}

const EXCERPT = { before: 60, length: 200 } as const;

/** Returns the part of a text around a position, cut between words. */
export function excerptAt(text: string, position: number): string {
  const start = position <= EXCERPT.before ? 0 : text.indexOf(' ', position - EXCERPT.before) + 1;
  const end = start + EXCERPT.length;
  const cut = text.length <= end ? text.length : Math.max(text.lastIndexOf(' ', end), start);
  return `${start > 0 ? '… ' : ''}${text.slice(start, cut)}${cut < text.length ? ' …' : ''}`;
}
