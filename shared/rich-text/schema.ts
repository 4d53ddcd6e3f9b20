/**
 * The only definition of rich text, for the server that stores it, the screens that show it and the editor that writes
 * it. Names and nesting are those of the editor's Tiptap extensions; a test compares the two. Nothing here needs
 * ProseMirror or a DOM.
 */

/** The maximum size of a document's JSON in UTF-8 bytes. */
export const RICH_TEXT_MAX_BYTES = 100_000;

/** The maximum nesting of nodes: about thirty levels of lists. */
export const RICH_TEXT_MAX_DEPTH = 64;

/** The longest URL of a link. */
export const LINK_MAX_LENGTH = 2048;

/** The longest label of a placeholder. */
export const PLACEHOLDER_MAX_LENGTH = 100;

export type SimpleMark = { type: 'bold' | 'italic' | 'strike' | 'code' };
export type LinkMark = { type: 'link'; attrs: { href: string } };
export type RichTextMark = SimpleMark | LinkMark;

export type TextNode = { type: 'text'; text: string; marks?: RichTextMark[] };
export type HardBreakNode = { type: 'hardBreak'; marks?: RichTextMark[] };
/** A placeholder of a template, to be replaced before sending. */
export type PlaceholderNode = { type: 'placeholder'; attrs: { label: string }; marks?: RichTextMark[] };
export type InlineNode = TextNode | HardBreakNode | PlaceholderNode;

export type ParagraphNode = { type: 'paragraph'; content?: InlineNode[] };
export type BlockquoteNode = { type: 'blockquote'; content: BlockNode[] };
export type CodeBlockNode = { type: 'codeBlock'; content?: TextNode[] };
export type ListItemNode = { type: 'listItem'; content: BlockNode[] };
export type BulletListNode = { type: 'bulletList'; content: ListItemNode[] };
export type OrderedListNode = { type: 'orderedList'; attrs: { start: number }; content: ListItemNode[] };
export type BlockNode = ParagraphNode | BlockquoteNode | CodeBlockNode | BulletListNode | OrderedListNode;

export type RichTextDocument = { type: 'doc'; content: BlockNode[] };

/** An empty document. */
export const emptyRichText: RichTextDocument = { type: 'doc', content: [{ type: 'paragraph' }] };
