import fc from 'fast-check';
import type {
  BlockNode,
  InlineNode,
  ListItemNode,
  RichTextDocument,
  RichTextMark,
  TextNode,
} from '#shared/rich-text/schema.ts';

const nasty = fc.constantFrom(
  '<script>alert(1)</script>',
  '" onclick="x',
  "'",
  '&amp;',
  '<a href="javascript:x">',
  ']]>',
  '\u2028',
);

const text = fc
  .oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), nasty)
  .filter((value) => value !== '' && !value.includes('\0') && value.isWellFormed());

const href = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom('mailto:maya@gopath.example', 'https://x.example/"><script>', "http://x.example/?a='&b=<"),
);

const marks: fc.Arbitrary<RichTextMark[]> = fc.oneof(
  fc.constant<RichTextMark[]>([]),
  fc.constant<RichTextMark[]>([{ type: 'code' }]),
  // The editor sorts marks in the order of its schema.
  fc
    .tuple(fc.option(href), fc.subarray(['bold', 'italic', 'strike'] as const))
    .map(([url, kinds]) => [
      ...(url === null ? [] : [{ type: 'link' as const, attrs: { href: url } }]),
      ...kinds.map((type) => ({ type })),
    ]),
);

const plainText: fc.Arbitrary<TextNode> = text.map((value) => ({ type: 'text', text: value }));

const inline: fc.Arbitrary<InlineNode> = fc
  .tuple(
    fc.oneof(
      plainText,
      fc.constant<InlineNode>({ type: 'hardBreak' }),
      text.map<InlineNode>((label) => ({ type: 'placeholder', attrs: { label } })),
    ),
    marks,
  )
  .map(([node, list]) => (list.length > 0 ? { ...node, marks: list } : node));

const paragraph: fc.Arbitrary<BlockNode> = fc
  .array(inline, { maxLength: 4 })
  .map((content) => (content.length > 0 ? { type: 'paragraph', content } : { type: 'paragraph' }));

const { block } = fc.letrec<{ block: BlockNode; item: ListItemNode; quote: BlockNode; list: BlockNode }>(
  (tie) => ({
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      paragraph,
      plainText.map<BlockNode>((node) => ({ type: 'codeBlock', content: [node] })),
      tie('quote'),
      tie('list'),
    ),
    quote: fc
      .array(tie('block'), { minLength: 1, maxLength: 3 })
      .map((content) => ({ type: 'blockquote', content })),
    item: fc
      .tuple(paragraph, fc.array(tie('block'), { maxLength: 2 }))
      .map(([first, rest]) => ({ type: 'listItem', content: [first, ...rest] })),
    list: fc
      .tuple(
        fc.option(fc.integer({ min: 0, max: 999 })),
        fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
      )
      .map(([start, content]) =>
        start === null ? { type: 'bulletList', content } : { type: 'orderedList', attrs: { start }, content },
      ),
  }),
);

/** Any valid rich text document, including malicious text and URLs. */
export const richTextDocuments: fc.Arbitrary<RichTextDocument> = fc
  .array(block, { minLength: 1, maxLength: 4 })
  .map((content) => ({ type: 'doc', content }));
