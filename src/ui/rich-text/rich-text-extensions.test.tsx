import { getSchema } from '@tiptap/core';
import { DOMParser as NodeParser, Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRichText } from '#shared/rich-text/parse.ts';
import { richTextDocuments } from '#tests/helpers/rich-text-documents.ts';
import { richTextExtensions } from './rich-text-extensions.ts';
import { inertPaste, preparePaste } from './rich-text-paste.ts';

const schema = getSchema(richTextExtensions);

test('the editor has exactly the nodes and marks of the shared schema', () => {
  expect(Object.keys(schema.nodes).sort()).toEqual([
    'blockquote',
    'bulletList',
    'codeBlock',
    'doc',
    'hardBreak',
    'listItem',
    'orderedList',
    'paragraph',
    'placeholder',
    'text',
  ]);
  expect(Object.keys(schema.marks).sort()).toEqual(['bold', 'code', 'italic', 'link', 'strike']);
});

test('every valid document is valid in the editor, and the server accepts the editor’s output', () => {
  fc.assert(
    fc.property(richTextDocuments, (document) => {
      const node = Node.fromJSON(schema, document);
      node.check();
      expect(parseRichText(node.toJSON())).toEqual(parseRichText(JSON.stringify(node)));
    }),
  );
});

test('pasted styles and handlers are removed, text is kept', () => {
  expect(inertPaste(`<p style="a" class=b onclick='x("y")'>style="z" &lt;b onclick="x"></p>`)).toBe(
    `<p data-pasted-style="a" class=b>style="z" &lt;b onclick="x"></p>`,
  );
});

/** Returns the document that the editor makes of pasted HTML. */
function paste(html: string): Node {
  const page = new DOMParser().parseFromString(inertPaste(html), 'text/html');
  return NodeParser.fromSchema(schema).parse(page.body);
}

test('a pasted table becomes a paragraph for each row, and its cells stay apart', () => {
  const pasted = paste(
    '<table width="9"><colgroup><col><col></colgroup><thead><tr><th style="a">Exam</th><th>Date</th></tr></thead>' +
      '<tbody><tr><td>SAT</td><td><b>May</b> 3</td></tr><tr><td><p>ACT</p></td><td><p>June 14</p></td></tr></tbody></table>',
  );
  const rows = pasted.children.map((row) => row.textContent.trim()).filter((text) => text !== '');
  expect(rows).toEqual(['Exam Date', 'SAT May 3', 'ACT', 'June 14']);
});

/** A list item as Microsoft Word copies it: a paragraph that starts with its marker. */
function wordItem(level: number, marker: string, text: string): string {
  return `<p class=MsoListParagraphCxSpMiddle style='margin-left:.5in;text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol'><span
style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;
</span></span></span><![endif]>${text}<o:p></o:p></p>
`;
}

/** Returns lists and paragraphs as text: 'ul(SAT ol(May))'. */
function outline(node: Node): string {
  const names: Record<string, string> = { bulletList: 'ul', orderedList: 'ol' };
  const name = names[node.type.name];
  if (node.isTextblock) return node.textContent;
  const children = node.children
    .map(outline)
    .filter((text) => text !== '')
    .join(' ');
  const start = node.attrs['start'] as number | undefined;
  return name === undefined
    ? children
    : `${name}${start === undefined || start === 1 ? '' : start}(${children})`;
}

test.each([
  ['·', 'ul'],
  ['o', 'ul'],
  ['1.', 'ol'],
  ['a)', 'ol'],
])('a list pasted from Word with the marker %s becomes a list', async (marker, list) => {
  await preparePaste();
  const html = wordItem(1, marker, 'First') + wordItem(1, marker, 'Second, <b>bold</b>');
  expect(outline(paste(`<p class=MsoNormal>Before</p>${html}<p class=MsoNormal>After</p>`))).toBe(
    `Before ${list}(First Second, bold) After`,
  );
});

test('levels, kinds and numbers of lists pasted from Word are kept', async () => {
  await preparePaste();
  const items: [number, string, string][] = [
    [2, '·', 'A'],
    [2, '·', 'B'],
    [3, '1.', 'C'],
    [4, 'a.', 'D'],
    [1, '4.', 'E'],
    [1, '5.', 'F'],
  ];
  const pasted = paste(items.map((item) => wordItem(...item)).join(''));
  expect(outline(pasted)).toBe('ul(A B ol(C ol(D))) ol4(E F)');
  pasted.check();
});
