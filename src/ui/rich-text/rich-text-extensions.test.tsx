import { getSchema } from '@tiptap/core';
import { DOMParser as NodeParser, Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRichText } from '#shared/rich-text/parse.ts';
import { richTextDocuments } from '#tests/helpers/rich-text-documents.ts';
import { richTextExtensions } from './rich-text-extensions.ts';
import { inertPaste } from './rich-text-paste.ts';

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

test('a pasted table becomes a paragraph for each row, and its cells stay apart', () => {
  const html = inertPaste(
    '<table width="9"><colgroup><col><col></colgroup><thead><tr><th style="a">Exam</th><th>Date</th></tr></thead>' +
      '<tbody><tr><td>SAT</td><td><b>May</b> 3</td></tr><tr><td><p>ACT</p></td><td><p>June 14</p></td></tr></tbody></table>',
  );
  const page = new DOMParser().parseFromString(html, 'text/html');
  const pasted = NodeParser.fromSchema(schema).parse(page.body);
  const rows = pasted.children.map((row) => row.textContent.trim()).filter((text) => text !== '');
  expect(rows).toEqual(['Exam Date', 'SAT May 3', 'ACT', 'June 14']);
});
