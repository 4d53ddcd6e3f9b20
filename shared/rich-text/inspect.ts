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
