import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { richTextDocuments } from '#tests/helpers/rich-text-documents.ts';
import { isEmptyRichText, placeholders } from './inspect.ts';
import { isAllowedLink, LINK_MESSAGES, linkProblem } from './link.ts';
import { parseRichText, RichTextError } from './parse.ts';
import { renderHtml, renderText } from './render.ts';
import { emptyRichText, RICH_TEXT_MAX_BYTES, type BlockNode } from './schema.ts';

const paragraph = (text: string): BlockNode => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const doc = (...content: unknown[]) => ({ type: 'doc', content });
const marked = (...marks: unknown[]) =>
  doc({ type: 'paragraph', content: [{ type: 'text', text: 'x', marks }] });

function problem(input: unknown): string {
  try {
    parseRichText(input);
  } catch (error) {
    if (error instanceof RichTextError) return error.code;
    throw error;
  }
  return 'none';
}

describe('reading a document', () => {
  test('keeps every valid one as it is, as text and as value', () => {
    fc.assert(
      fc.property(richTextDocuments, (document) => {
        expect(parseRichText(document)).toEqual(document);
        expect(parseRichText(JSON.stringify(document))).toEqual(document);
      }),
    );
  });

  test.each([
    ['not JSON', '{"type"', 'NOT_JSON'],
    ['nothing', '', 'NOT_JSON'],
    ['null', 'null', 'BAD_CONTENT'],
    ['an array', [], 'BAD_CONTENT'],
    ['another root', paragraph('x'), 'UNKNOWN_NODE'],
    ['no blocks', { type: 'doc' }, 'BAD_CONTENT'],
    ['an unknown block', doc({ type: 'heading', attrs: {} }), 'UNKNOWN_NODE'],
    ['text at the top', doc({ type: 'text', text: 'x' }), 'UNKNOWN_ATTRIBUTE'],
    ['an unknown attribute', doc({ type: 'paragraph', attrs: { style: 'x' } }), 'UNKNOWN_ATTRIBUTE'],
    ['an unknown key', doc({ type: 'paragraph', onclick: 'x' }), 'UNKNOWN_ATTRIBUTE'],
    ['a prototype', '{"type":"doc","__proto__":{},"content":[{"type":"paragraph"}]}', 'UNKNOWN_ATTRIBUTE'],
    ['an unknown mark', marked({ type: 'underline' }), 'UNKNOWN_MARK'],
    ['a mark twice', marked({ type: 'bold' }, { type: 'bold' }), 'BAD_CONTENT'],
    ['code with bold', marked({ type: 'code' }, { type: 'bold' }), 'BAD_CONTENT'],
    ['a script link', marked({ type: 'link', attrs: { href: 'javascript:alert(1)' } }), 'BAD_LINK'],
    [
      'a link with a target',
      marked({ type: 'link', attrs: { href: 'https://a.b', target: 'x' } }),
      'UNKNOWN_ATTRIBUTE',
    ],
    ['NUL', doc(paragraph('a\0b')), 'BAD_TEXT'],
    ['a lone surrogate', doc(paragraph('\ud800')), 'BAD_TEXT'],
    ['empty text', doc(paragraph('')), 'BAD_TEXT'],
    ['an empty list', doc({ type: 'bulletList', content: [] }), 'BAD_CONTENT'],
    ['a paragraph in a list', doc({ type: 'bulletList', content: [paragraph('x')] }), 'UNKNOWN_NODE'],
    ['marks in code', doc({ type: 'codeBlock', content: [{ type: 'hardBreak' }] }), 'BAD_CONTENT'],
    ['too much text', doc(paragraph('x'.repeat(RICH_TEXT_MAX_BYTES))), 'TOO_LARGE'],
    [
      'too much text as JSON',
      JSON.stringify(doc(paragraph('é'.repeat(RICH_TEXT_MAX_BYTES / 2)))),
      'TOO_LARGE',
    ],
    ['too many nodes', doc(...Array.from({ length: 20_000 }, () => ({ type: 'paragraph' }))), 'TOO_LARGE'],
  ])('refuses %s', (_what, input, code) => {
    expect(problem(input)).toBe(code);
  });

  test('accepts a document below the limit with the spaces that the database adds', () => {
    // Short paragraphs: the database adds about a tenth to them.
    const lines = Array.from({ length: 1_400 }, (_, index) => paragraph(`Line ${index}`));
    const stored = JSON.stringify(doc(...lines))
      .replaceAll('":', '": ')
      .replaceAll(',"', ', "');
    expect(stored.length).toBeGreaterThan(RICH_TEXT_MAX_BYTES);
    expect(parseRichText(stored)).toEqual(doc(...lines));
    expect(problem(`${' '.repeat(2 * RICH_TEXT_MAX_BYTES)}${stored}`)).toBe('TOO_LARGE');
  });

  test('refuses queries that are nested too deep', () => {
    let deep: unknown = paragraph('x');
    for (let level = 0; level < 50_000; level += 1) deep = { type: 'blockquote', content: [deep] };
    expect(problem(doc(deep))).toBe('TOO_DEEP');
    expect(problem('['.repeat(90_000))).toBe('NOT_JSON');
  });

  test('returns a document or a coded problem for any input', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.json(), fc.anything(), fc.object({ key: fc.constantFrom('type', 'content', 'attrs') })),
        (input) => {
          expect(problem(input)).toEqual(expect.any(String));
        },
      ),
    );
  });

  test('reads a strange first number of a list as 1', () => {
    const list = {
      type: 'orderedList',
      attrs: { start: 1e21 },
      content: [{ type: 'listItem', content: [paragraph('x')] }],
    };
    expect(renderHtml(parseRichText(doc(list)))).toBe('<ol><li><p>x</p></li></ol>');
  });
});

describe('links', () => {
  // covers: FORM-006
  test('the URL is required and must be a whole http, https or mailto address', () => {
    expect(linkProblem('  ')).toBe(LINK_MESSAGES.required);
    for (const href of [
      'example.org',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://',
      'https:x.org',
      '//x.org',
      'mailto:',
      'http://a b',
    ]) {
      expect(linkProblem(href), href).toBe(LINK_MESSAGES.invalid);
    }
    for (const href of [
      'https://example.org/a?b=c#d',
      'http://localhost:3000',
      'mailto:maya@gopath.example',
      'HTTPS://EXAMPLE.ORG',
    ]) {
      expect(linkProblem(href), href).toBeUndefined();
    }
  });

  test('refuses anything that a browser would read differently', () => {
    for (const href of [
      'java\nscript:alert(1)',
      ' https://x.org',
      'https://x.org\0',
      `https://x.org/${'a'.repeat(2048)}`,
      'https://\ud800.org',
    ]) {
      expect(isAllowedLink(href), JSON.stringify(href)).toBe(false);
    }
  });
});

describe('rendering', () => {
  const ALLOWED =
    /^<(?:\/?(?:p|blockquote|ul|ol|li|pre|code|strong|em|s)|\/a|\/span|br|ol start="\d+"|span data-placeholder=""|a href="(?:https?:\/\/|mailto:)[^"<>\s]*" target="_blank" rel="noopener noreferrer nofollow")>$/iu;

  test('HTML holds no tag and no attribute outside the list, whatever was written', () => {
    fc.assert(
      fc.property(richTextDocuments, (document) => {
        const html = renderHtml(parseRichText(document));
        const tags = html.match(/<[^>]*>/gu) ?? [];
        for (const tag of tags) expect(tag).toMatch(ALLOWED);
        const rest = html.replace(/<[^>]*>/gu, '');
        expect(rest).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/u);
      }),
    );
  });

  const sample = parseRichText(
    doc(
      paragraph('Hi Maya,'),
      {
        type: 'bulletList',
        content: [
          {
            type: 'listItem',
            content: [
              paragraph('SAT'),
              {
                type: 'orderedList',
                attrs: { start: 3 },
                content: [{ type: 'listItem', content: [paragraph('by Friday')] }],
              },
            ],
          },
        ],
      },
      {
        type: 'blockquote',
        content: [
          {
            type: 'paragraph',
            content: [
              { type: 'placeholder', attrs: { label: 'date' } },
              { type: 'hardBreak' },
              {
                type: 'text',
                text: 'a < b',
                marks: [{ type: 'link', attrs: { href: 'https://x.example/?a&b' } }, { type: 'bold' }],
              },
            ],
          },
        ],
      },
    ),
  );

  test('HTML has a tag for each block and mark', () => {
    expect(renderHtml(sample)).toBe(
      '<p>Hi Maya,</p><ul><li><p>SAT</p><ol start="3"><li><p>by Friday</p></li></ol></li></ul>' +
        '<blockquote><p><span data-placeholder="">date</span><br>' +
        '<a href="https://x.example/?a&amp;b" target="_blank" rel="noopener noreferrer nofollow"><strong>a &lt; b</strong></a></p></blockquote>',
    );
  });

  test('plain text marks lists, quotes and placeholders', () => {
    expect(renderText(sample)).toBe('Hi Maya,\n- SAT\n  3. by Friday\n> [date]\n> a < b');
  });

  test('knows its placeholders and when it is empty', () => {
    expect(placeholders(sample)).toEqual(['date']);
    expect(isEmptyRichText(sample)).toBe(false);
    expect(isEmptyRichText(emptyRichText)).toBe(true);
    expect(isEmptyRichText(parseRichText(doc(paragraph('  '))))).toBe(true);
    expect(
      isEmptyRichText(
        parseRichText(doc({ type: 'paragraph', content: [{ type: 'placeholder', attrs: { label: 'x' } }] })),
      ),
    ).toBe(false);
  });
});
