import {
  AlignmentType,
  Document,
  ExternalHyperlink,
  HeadingLevel,
  type ILevelsOptions,
  type IParagraphOptions,
  LevelFormat,
  Packer,
  Paragraph,
  type ParagraphChild,
  TextRun,
} from 'docx';
import type { BlockNode, InlineNode, ListItemNode, RichTextDocument } from '#shared/rich-text/schema.ts';
import { saveBlob } from '#src/lib/save-file.ts';

/** An essay to export. */
export interface ExportedEssay {
  title: string;
  prompt: string;
  body: RichTextDocument;
}

/** A quarter inch in twentieths of a point. */
const INDENT = 360;
/** The deepest list level of the format. */
const MAX_LEVEL = 8;

/** The characters that XML forbids. Word refuses a file that contains one. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Returns a text that Word can read. Vertical tabs and form feeds become spaces. */
function wordText(text: string): string {
  return text.replaceAll(/[\v\f]/gu, ' ').replaceAll(NOT_IN_XML, '');
}

type Layout = Pick<IParagraphOptions, 'bullet' | 'numbering' | 'indent'>;

/** Converts the blocks of a document to Word paragraphs; each numbered list gets a separate numbering. */
class Converter {
  readonly lists: { reference: string; levels: ILevelsOptions[] }[] = [];

  blocks(nodes: readonly BlockNode[], layout: Layout = {}, level = 0): Paragraph[] {
    return nodes.flatMap((node) => this.#block(node, layout, level));
  }

  #block(node: BlockNode, layout: Layout, level: number): Paragraph[] {
    switch (node.type) {
      case 'paragraph':
        return [new Paragraph({ ...layout, children: (node.content ?? []).map(inline) })];
      case 'codeBlock': {
        const lines = (node.content ?? [])
          .map(({ text }) => text)
          .join('')
          .split('\n');
        return lines.map(
          (text) =>
            new Paragraph({
              ...layout,
              children: [new TextRun({ text: wordText(text), font: 'Courier New' })],
            }),
        );
      }
      case 'blockquote':
        return this.blocks(
          node.content,
          { ...layout, indent: { left: INDENT * 2 * (level + 1) } },
          level + 1,
        );
      case 'bulletList':
        return this.#items(node.content, { bullet: { level: Math.min(level, MAX_LEVEL) } }, level);
      case 'orderedList': {
        const reference = `list-${this.lists.length}`;
        const at = Math.min(level, MAX_LEVEL);
        const left = INDENT * 2 * (at + 1);
        this.lists.push({
          reference,
          levels: [
            {
              level: at,
              format: LevelFormat.DECIMAL,
              text: `%${at + 1}.`,
              start: node.attrs.start,
              alignment: AlignmentType.START,
              style: { paragraph: { indent: { left, hanging: INDENT } } },
            },
          ],
        });
        return this.#items(node.content, { numbering: { reference, level: at } }, level);
      }
    }
  }

  /** Only the first paragraph of an item has its marker. */
  #items(items: readonly ListItemNode[], marker: Layout, level: number): Paragraph[] {
    const rest: Layout = { indent: { left: INDENT * 2 * (Math.min(level, MAX_LEVEL) + 1) } };
    return items.flatMap(({ content: [first, ...others] }) => [
      ...(first === undefined ? [] : this.#block(first, marker, level + 1)),
      ...others.flatMap((block) => this.#block(block, rest, level + 1)),
    ]);
  }
}

function inline(node: InlineNode): ParagraphChild {
  const marks = node.marks ?? [];
  const has = (type: string) => marks.some((mark) => mark.type === type);
  const link = marks.find((mark) => mark.type === 'link');
  if (node.type === 'hardBreak') return new TextRun({ break: 1 });
  const run = new TextRun({
    text: wordText(node.type === 'text' ? node.text : node.attrs.label),
    bold: has('bold'),
    italics: has('italic'),
    strike: has('strike'),
    ...(has('code') ? { font: 'Courier New' } : {}),
    ...(link === undefined ? {} : { style: 'Hyperlink' }),
  });
  return link === undefined
    ? run
    : new ExternalHyperlink({ children: [run], link: wordText(link.attrs.href) });
}

/** Converts an essay to a Word document: title, prompt in italics, text. */
export function toWordDocument({ title, prompt, body }: ExportedEssay): Document {
  const converter = new Converter();
  const text = converter.blocks(body.content);
  return new Document({
    title: wordText(title),
    creator: 'GoPath',
    styles: {
      default: {
        document: {
          run: { font: 'Times New Roman', size: 24 },
          paragraph: { spacing: { after: 160, line: 360 } },
        },
      },
    },
    numbering: { config: converter.lists },
    sections: [
      {
        children: [
          new Paragraph({ text: wordText(title), heading: HeadingLevel.HEADING_1 }),
          ...prompt
            .split('\n')
            .filter((line) => line.trim() !== '')
            .map(
              (line) => new Paragraph({ children: [new TextRun({ text: wordText(line), italics: true })] }),
            ),
          ...text,
        ],
      },
    ],
  });
}

/** Saves an essay as a .docx file on this device. */
export async function downloadDocx(essay: ExportedEssay): Promise<void> {
  saveBlob(await Packer.toBlob(toWordDocument(essay)), `${fileName(essay.title)}.docx`);
}

/** Returns a title without the characters that file systems reject. */
function fileName(title: string): string {
  const name = title
    .replaceAll(/[\\/:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return name === '' ? 'Essay' : name;
}
