import { mergeAttributes, Node } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Bold } from '@tiptap/extension-bold';
import { Code } from '@tiptap/extension-code';
import { CodeBlock } from '@tiptap/extension-code-block';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Italic } from '@tiptap/extension-italic';
import { Link } from '@tiptap/extension-link';
import { BulletList } from '@tiptap/extension-list/bullet-list';
import { ListItem } from '@tiptap/extension-list/item';
import { ListKeymap } from '@tiptap/extension-list/keymap';
import { OrderedList } from '@tiptap/extension-list/ordered-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Strike } from '@tiptap/extension-strike';
import { Text } from '@tiptap/extension-text';
import { Gapcursor } from '@tiptap/extensions/gap-cursor';
import { UndoRedo } from '@tiptap/extensions/undo-redo';
import type { TagParseRule } from '@tiptap/pm/model';
import { isAllowedLink } from '#shared/rich-text/link.ts';
import { pastedStyle } from './rich-text-paste.ts';

/** A placeholder of a template: a click or an arrow key selects it as a whole, and typing replaces it. */
const PlaceholderNode = Node.create({
  name: 'placeholder',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    label: { parseHTML: (element) => element.textContent || 'Fill in', renderHTML: () => ({}) },
  }),
  parseHTML: () => [{ tag: 'span[data-placeholder]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { 'data-placeholder': '' }),
    String(node.attrs.label),
  ],
  renderText: ({ node }) => `[${node.attrs.label}]`,
});

/** Returns a parse rule for a span whose style means a mark; one span can mean several. */
function pastedSpan(style: RegExp): TagParseRule {
  return {
    tag: 'span[data-pasted-style]',
    consuming: false,
    getAttrs: (element) => pastedStyle(element, style) && null,
  };
}

/**
 * The editor's nodes and marks: exactly those of shared/rich-text/schema.ts, with only the attributes that
 * the parser accepts.
 */
export const richTextExtensions = [
  Document,
  Paragraph,
  Text,
  HardBreak,
  Blockquote,
  BulletList,
  OrderedList.extend({
    addAttributes: () => ({
      start: {
        default: 1,
        parseHTML: (element) => Number(element.getAttribute('start') ?? 1),
        renderHTML: ({ start }) => (start === 1 ? {} : { start }),
      },
    }),
  }),
  ListItem,
  ListKeymap,
  CodeBlock.extend({ addAttributes: () => ({}) }),
  PlaceholderNode,
  Link.extend({ addAttributes: () => ({ href: { default: null } }) }).configure({
    openOnClick: false,
    defaultProtocol: 'https',
    isAllowedUri: (url) => isAllowedLink(url),
    HTMLAttributes: { target: null, rel: null, class: null },
  }),
  Bold.extend({
    parseHTML: () => [
      { tag: 'strong' },
      // Google Docs wraps everything in a <b> with normal weight.
      { tag: 'b', getAttrs: (element) => !pastedStyle(element, /font-weight:\s*(?:normal|400)/u) && null },
      pastedSpan(/font-weight:\s*(?:bold|[6-9]00)/u),
    ],
  }),
  Italic.extend({ parseHTML: () => [{ tag: 'em' }, { tag: 'i' }, pastedSpan(/font-style:\s*italic/u)] }),
  Strike.extend({
    parseHTML: () => [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }, pastedSpan(/line-through/u)],
  }),
  Code,
  Gapcursor,
  UndoRedo,
];
