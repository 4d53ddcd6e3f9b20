import { isAllowedLink } from './link.ts';
import {
  PLACEHOLDER_MAX_LENGTH,
  RICH_TEXT_MAX_BYTES,
  RICH_TEXT_MAX_DEPTH,
  type BlockNode,
  type InlineNode,
  type ListItemNode,
  type RichTextDocument,
  type RichTextMark,
  type TextNode,
} from './schema.ts';

/** The errors of a document. */
export type RichTextProblem =
  | 'NOT_JSON'
  | 'TOO_LARGE'
  | 'TOO_DEEP'
  | 'UNKNOWN_NODE'
  | 'UNKNOWN_MARK'
  | 'UNKNOWN_ATTRIBUTE'
  | 'BAD_CONTENT'
  | 'BAD_LINK'
  | 'BAD_TEXT';

/** An invalid document. The code is the reason; the message never quotes the document. */
export class RichTextError extends Error {
  override readonly name = 'RichTextError';
  readonly code: RichTextProblem;
  constructor(code: RichTextProblem) {
    super(`Rich text refused: ${code}`);
    this.code = code;
  }
}

/** The highest start number of a list; a higher one is read as 1. */
const MAX_LIST_START = 999_999;

/**
 * Parses a document from its JSON, as text or already parsed, and returns a clean copy. Strict: rejects unknown nodes,
 * marks, attributes and link types, NUL, lone surrogates, and more than RICH_TEXT_MAX_BYTES without spaces, with a
 * RichTextError.
 */
export function parseRichText(input: unknown): RichTextDocument {
  const document = new Parser().document(typeof input === 'string' ? fromJson(input) : input);
  if (bytes(JSON.stringify(document)) > RICH_TEXT_MAX_BYTES) throw new RichTextError('TOO_LARGE');
  return document;
}

/**
 * The maximum length of JSON to read, in characters. It is above the limit of a document, because the database returns
 * the JSON of a document with spaces.
 */
const MAX_JSON_LENGTH = 2 * RICH_TEXT_MAX_BYTES;

function fromJson(json: string): unknown {
  if (json.length > MAX_JSON_LENGTH) throw new RichTextError('TOO_LARGE');
  try {
    return JSON.parse(json);
  } catch {
    throw new RichTextError('NOT_JSON');
  }
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

type Raw = Record<string, unknown>;

class Parser {
  /** Each node has at least ten bytes, so more than this many cannot fit. */
  private nodesLeft = RICH_TEXT_MAX_BYTES / 10;

  document(value: unknown): RichTextDocument {
    const node = this.node(value, ['type', 'content'], 0);
    if (node.type !== 'doc') throw new RichTextError('UNKNOWN_NODE');
    return { type: 'doc', content: this.blocks(node, 1) };
  }

  private blocks(parent: Raw, depth: number): BlockNode[] {
    return filled(children(parent).map((child) => this.block(child, depth)));
  }

  private block(value: unknown, depth: number): BlockNode {
    const node = this.node(value, ['type', 'attrs', 'content'], depth);
    switch (node.type) {
      case 'paragraph': {
        attributes(node, []);
        const content = children(node).map((child) => this.inline(child, depth + 1));
        return content.length > 0 ? { type: 'paragraph', content } : { type: 'paragraph' };
      }
      case 'codeBlock': {
        attributes(node, []);
        const content = children(node).map((child) => this.plainText(child, depth + 1));
        return content.length > 0 ? { type: 'codeBlock', content } : { type: 'codeBlock' };
      }
      case 'blockquote':
        attributes(node, []);
        return { type: 'blockquote', content: this.blocks(node, depth + 1) };
      case 'bulletList':
        attributes(node, []);
        return { type: 'bulletList', content: this.items(node, depth + 1) };
      case 'orderedList': {
        const { start } = attributes(node, ['start']);
        const known = Number.isInteger(start) && Number(start) >= 0 && Number(start) <= MAX_LIST_START;
        return {
          type: 'orderedList',
          attrs: { start: known ? Number(start) : 1 },
          content: this.items(node, depth + 1),
        };
      }
      default:
        throw new RichTextError('UNKNOWN_NODE');
    }
  }

  private items(parent: Raw, depth: number): ListItemNode[] {
    return filled(
      children(parent).map((child) => {
        const node = this.node(child, ['type', 'attrs', 'content'], depth);
        if (node.type !== 'listItem') throw new RichTextError('UNKNOWN_NODE');
        attributes(node, []);
        const content = this.blocks(node, depth + 1);
        if (content[0]?.type !== 'paragraph') throw new RichTextError('BAD_CONTENT');
        return { type: 'listItem', content };
      }),
    );
  }

  private inline(value: unknown, depth: number): InlineNode {
    const node = this.node(value, ['type', 'attrs', 'text', 'marks'], depth);
    const marks = readMarks(node.marks);
    const marked = marks.length > 0 ? { marks } : {};
    if (node.type !== 'text' && node.text !== undefined) throw new RichTextError('UNKNOWN_ATTRIBUTE');
    switch (node.type) {
      case 'text':
        attributes(node, []);
        return { type: 'text', text: readText(node.text), ...marked };
      case 'hardBreak':
        attributes(node, []);
        return { type: 'hardBreak', ...marked };
      case 'placeholder': {
        const label = readText(attributes(node, ['label']).label);
        if (label.length > PLACEHOLDER_MAX_LENGTH) throw new RichTextError('BAD_TEXT');
        return { type: 'placeholder', attrs: { label }, ...marked };
      }
      default:
        throw new RichTextError('UNKNOWN_NODE');
    }
  }

  private plainText(value: unknown, depth: number): TextNode {
    const node = this.inline(value, depth);
    if (node.type !== 'text' || node.marks) throw new RichTextError('BAD_CONTENT');
    return node;
  }

  private node(value: unknown, keys: readonly string[], depth: number): Raw {
    if (depth > RICH_TEXT_MAX_DEPTH) throw new RichTextError('TOO_DEEP');
    this.nodesLeft -= 1;
    if (this.nodesLeft < 0) throw new RichTextError('TOO_LARGE');
    return record(value, keys);
  }
}

function record(value: unknown, keys: readonly string[]): Raw {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RichTextError('BAD_CONTENT');
  if (Object.keys(value).some((key) => !keys.includes(key))) throw new RichTextError('UNKNOWN_ATTRIBUTE');
  return value as Raw;
}

function attributes(node: Raw, keys: readonly string[]): Raw {
  return node.attrs === undefined ? {} : record(node.attrs, keys);
}

function children(node: Raw): unknown[] {
  if (node.content === undefined) return [];
  if (!Array.isArray(node.content)) throw new RichTextError('BAD_CONTENT');
  return node.content;
}

function filled<Node>(nodes: Node[]): Node[] {
  if (nodes.length === 0) throw new RichTextError('BAD_CONTENT');
  return nodes;
}

function readText(value: unknown): string {
  if (typeof value !== 'string' || value === '' || value.includes('\0') || !value.isWellFormed()) {
    throw new RichTextError('BAD_TEXT');
  }
  return value;
}

function readMarks(value: unknown): RichTextMark[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > 5) throw new RichTextError('BAD_CONTENT');
  const marks = value.map(readMark);
  const kinds = new Set(marks.map((mark) => mark.type));
  // Code cannot have another mark: the editor removes them.
  if (kinds.size < marks.length || (kinds.has('code') && kinds.size > 1))
    throw new RichTextError('BAD_CONTENT');
  return marks;
}

function readMark(value: unknown): RichTextMark {
  const mark = record(value, ['type', 'attrs']);
  switch (mark.type) {
    case 'bold':
    case 'italic':
    case 'strike':
    case 'code':
      attributes(mark, []);
      return { type: mark.type };
    case 'link': {
      const { href } = attributes(mark, ['href']);
      if (typeof href !== 'string' || !isAllowedLink(href)) throw new RichTextError('BAD_LINK');
      return { type: 'link', attrs: { href } };
    }
    default:
      throw new RichTextError('UNKNOWN_MARK');
  }
}
