import { Packer } from 'docx';
import { unzipSync } from 'fflate';
import { afterEach, expect, it, vi } from 'vitest';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import { downloadDocx, toWordDocument } from './to-docx.ts';

const paragraph = (text: string, ...marks: ('bold' | 'italic')[]) => ({
  type: 'paragraph' as const,
  content: [{ type: 'text' as const, text, marks: marks.map((type) => ({ type })) }],
});

const BODY: RichTextDocument = {
  type: 'doc',
  content: [
    paragraph('Fish & chips <now>', 'bold'),
    {
      type: 'orderedList',
      attrs: { start: 3 },
      content: [
        { type: 'listItem', content: [paragraph('Third')] },
        {
          type: 'listItem',
          content: [
            paragraph('Fourth'),
            { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('Inner')] }] },
          ],
        },
      ],
    },
    {
      type: 'paragraph',
      content: [
        {
          type: 'text',
          text: 'a link',
          marks: [{ type: 'link', attrs: { href: 'https://example.com/?a=1&b=2' } }],
        },
      ],
    },
    { type: 'blockquote', content: [paragraph('Quoted', 'italic')] },
    { type: 'codeBlock', content: [{ type: 'text', text: 'one\ntwo' }] },
  ],
};

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('a Word document contains every word with its format', async () => {
  const document = toWordDocument({ title: 'Why us', prompt: 'Why?', body: BODY });
  const files = unzipSync(await Packer.toBuffer(document));
  const read = (name: string) => new TextDecoder().decode(files[name]);
  const xml = read('word/document.xml');
  const texts = [...xml.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/gu)].map(([, text]) => text);
  expect(texts).toEqual([
    'Why us',
    'Why?',
    'Fish &amp; chips &lt;now&gt;',
    'Third',
    'Fourth',
    'Inner',
    'a link',
    'Quoted',
    'one',
    'two',
  ]);
  expect(xml).toMatch(/<w:b\/>.*Fish/u);
  expect(xml.match(/<w:numPr>/gu)).toHaveLength(3);
  expect(read('word/numbering.xml')).toContain('<w:start w:val="3"/>');
  expect(read('word/_rels/document.xml.rels')).toContain('https://example.com/?a=1&amp;b=2');
});

it('a Word document has no characters that make Word refuse the file', async () => {
  const pasted = (text: string) => `${text}\ufffe from a PDF,\u0001\v${text} from Word`;
  const body: RichTextDocument = {
    type: 'doc',
    content: [
      paragraph(pasted('text')),
      { type: 'paragraph', content: [{ type: 'placeholder', attrs: { label: pasted('label') } }] },
      { type: 'codeBlock', content: [{ type: 'text', text: pasted('code') }] },
      {
        type: 'paragraph',
        content: [
          {
            type: 'text',
            text: 'link 🎓',
            marks: [{ type: 'link', attrs: { href: 'https://example.com/\uffff' } }],
          },
        ],
      },
    ],
  };
  const document = toWordDocument({ title: pasted('title'), prompt: pasted('prompt'), body });
  const files = unzipSync(await Packer.toBuffer(document));
  const contents = Object.values(files).map((file) => new TextDecoder().decode(file));
  expect(
    contents.filter((content) => /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(content)),
  ).toEqual([]);
  const xml = new TextDecoder().decode(files['word/document.xml']);
  const texts = [...xml.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/gu)].map(([, text]) => text);
  expect(texts).toEqual([
    ...['title', 'prompt', 'text', 'label', 'code'].map((text) => `${text} from a PDF, ${text} from Word`),
    'link 🎓',
  ]);
});

it.each([
  ['Why us?', 'Why us.docx'],
  [' Maya\'s  "best" essay: 1/2 ', "Maya's best essay 1 2.docx"],
  ['???', 'Essay.docx'],
])('the essay %j is downloaded as %j with its text', async (title, name) => {
  const saved: { name: string; href: string }[] = [];
  const link = { download: '', href: '', click: () => saved.push({ name: link.download, href: link.href }) };
  vi.stubGlobal('document', { createElement: () => link });
  const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:essay');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await downloadDocx({ title, prompt: '', body: BODY });
  expect(saved).toEqual([{ name, href: 'blob:essay' }]);
  const file = create.mock.calls[0]?.[0] as Blob;
  expect(file.type).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document');
  const files = unzipSync(new Uint8Array(await file.arrayBuffer()));
  expect(new TextDecoder().decode(files['word/document.xml'])).toContain('Fish &amp; chips &lt;now&gt;');
});
