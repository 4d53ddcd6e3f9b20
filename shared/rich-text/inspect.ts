import type { BlockNode, InlineNode, ListItemNode, RichTextDocument } from './schema.ts';

function* leaves(nodes: readonly (BlockNode | ListItemNode | InlineNode)[]): Generator<InlineNode> {
  for (const node of nodes) {
    if (node.type === 'text' || node.type === 'hardBreak' || node.type === 'placeholder') yield node;
    else yield* leaves(node.content ?? []);
  }
}

/** Returns the labels of the remaining placeholders of a document, in order; a note with placeholders is not sent. */
export function placeholders(document: RichTextDocument): string[] {
  return [...leaves(document.content)].flatMap((node) =>
    node.type === 'placeholder' ? [node.attrs.label] : [],
  );
}

/** Returns whether a document is empty: no text except white space, and no placeholder. */
export function isEmptyRichText(document: RichTextDocument): boolean {
  return [...leaves(document.content)].every(
    (node) => node.type === 'hardBreak' || (node.type === 'text' && node.text.trim() === ''),
  );
}

/** Returns the plain text of each paragraph and code block, in order, without the markers of lists. */
export function textBlocks(document: RichTextDocument): string[] {
  const texts: string[] = [];
  const visit = (node: BlockNode | ListItemNode) => {
    if (node.type === 'paragraph' || node.type === 'codeBlock') {
      texts.push([...leaves([node])].map(leafText).join(''));
    } else for (const child of node.content) visit(child);
  };
  for (const node of document.content) visit(node);
  return texts;
}

function leafText(node: InlineNode): string {
  if (node.type === 'hardBreak') return '\n';
  return node.type === 'placeholder' ? node.attrs.label : node.text;
}
