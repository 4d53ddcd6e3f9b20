import { escapeHtml } from '../kernel/escape-html.ts';
import type { BlockNode, InlineNode, ListItemNode, RichTextDocument, RichTextMark } from './schema.ts';

/** The `rel` of every link: no access to our page, and no referrer. */
export const LINK_REL = 'noopener noreferrer nofollow';

/** Renders a document as HTML, for email and for clients that show htmlBody. All text is escaped. */
export function renderHtml(document: RichTextDocument): string {
  return document.content.map(blockHtml).join('');
}

function blockHtml(node: BlockNode | ListItemNode): string {
  switch (node.type) {
    case 'paragraph':
      return `<p>${inlineHtml(node.content)}</p>`;
    case 'codeBlock':
      return `<pre><code>${inlineHtml(node.content)}</code></pre>`;
    case 'blockquote':
      return `<blockquote>${node.content.map(blockHtml).join('')}</blockquote>`;
    case 'bulletList':
      return `<ul>${node.content.map(blockHtml).join('')}</ul>`;
    case 'orderedList': {
      const start = node.attrs.start === 1 ? '' : ` start="${node.attrs.start}"`;
      return `<ol${start}>${node.content.map(blockHtml).join('')}</ol>`;
    }
    case 'listItem':
      return `<li>${node.content.map(blockHtml).join('')}</li>`;
  }
}

function inlineHtml(nodes: readonly InlineNode[] = []): string {
  return nodes
    .map((node) => {
      const marks = node.marks ?? [];
      return marks.reduceRight((inner, mark) => markHtml(mark, inner), leafHtml(node));
    })
    .join('');
}

function leafHtml(node: InlineNode): string {
  if (node.type === 'text') return escapeHtml(node.text);
  if (node.type === 'hardBreak') return '<br>';
  return `<span data-placeholder="">${escapeHtml(node.attrs.label)}</span>`;
}

const MARK_TAG = { bold: 'strong', italic: 'em', strike: 's', code: 'code' } as const;

function markHtml(mark: RichTextMark, inner: string): string {
  if (mark.type === 'link') {
    return `<a href="${escapeHtml(mark.attrs.href)}" target="_blank" rel="${LINK_REL}">${inner}</a>`;
  }
  const tag = MARK_TAG[mark.type];
  return `<${tag}>${inner}</${tag}>`;
}

/** Renders a document as plain text, for search and for the text part of an email. */
export function renderText(document: RichTextDocument): string {
  return blocksText(document.content);
}

function blocksText(nodes: readonly BlockNode[]): string {
  return nodes.map(blockText).join('\n');
}

function blockText(node: BlockNode): string {
  switch (node.type) {
    case 'paragraph':
    case 'codeBlock':
      return (node.content ?? []).map(leafText).join('');
    case 'blockquote':
      return prefixed(blocksText(node.content), '> ', '> ');
    case 'bulletList':
      return node.content.map((item) => prefixed(blocksText(item.content), '- ', '  ')).join('\n');
    case 'orderedList':
      return node.content
        .map((item, index) => prefixed(blocksText(item.content), `${node.attrs.start + index}. `, '   '))
        .join('\n');
  }
}

function leafText(node: InlineNode): string {
  if (node.type === 'hardBreak') return '\n';
  if (node.type === 'placeholder') return `[${node.attrs.label}]`;
  return node.text;
}

function prefixed(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? first : rest) + line)
    .join('\n');
}
