/** Passages of an essay's text on the screen. The editor and the view render the same paragraphs. */
import { ESSAY_LIMITS } from '#shared/essays/limits.ts';
import type { EssayPassage } from '#shared/essays/schema.ts';
import type { TextSpan } from './find-passage.ts';

/** The text of an element with a line break between its paragraphs, and where each text node starts in it. */
export interface ShownText {
  text: string;
  nodes: readonly { node: Text; start: number }[];
}

/** Reads the text of an element. */
export function readText(root: Element): ShownText {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: { node: Text; start: number }[] = [];
  let text = '';
  let paragraph: Element | null = null;
  while (walker.nextNode() !== null) {
    const node = walker.currentNode as Text;
    const own = node.parentElement?.closest('p, pre') ?? null;
    if (nodes.length > 0 && own !== paragraph) text += '\n';
    paragraph = own;
    nodes.push({ node, start: text.length });
    text += node.data;
  }
  return { text, nodes };
}

/** Returns a passage with the text around it; null when it is empty. */
export function passageOf(text: string, { start, end }: TextSpan): EssayPassage | null {
  const quoted = text.slice(start, Math.min(end, start + ESSAY_LIMITS.quote));
  const quote = quoted.trim();
  if (quote === '') return null;
  const first = start + quoted.indexOf(quote);
  return {
    quote,
    before: text.slice(Math.max(0, first - ESSAY_LIMITS.context), first),
    after: text.slice(first + quote.length, first + quote.length + ESSAY_LIMITS.context),
  };
}

/** Returns the passage that is selected inside the element; null without a selection there. */
export function selectedPassage(root: Element): EssayPassage | null {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!root.contains(range.commonAncestorContainer)) return null;
  const { text, nodes } = readText(root);
  const selected = nodes.filter(({ node }) => range.intersectsNode(node));
  const [first, last] = [selected[0], selected.at(-1)];
  if (first === undefined || last === undefined) return null;
  const start = first.start + (first.node === range.startContainer ? range.startOffset : 0);
  const end = last.start + (last.node === range.endContainer ? range.endOffset : last.node.length);
  return passageOf(text, { start, end });
}

/** Returns the range of a part of the text on the screen. */
export function rangeOf({ nodes }: ShownText, { start, end }: TextSpan): Range | null {
  const first = nodes.findLast((one) => one.start <= start);
  const last = nodes.findLast((one) => one.start < end);
  if (first === undefined || last === undefined) return null;
  const range = document.createRange();
  range.setStart(first.node, Math.min(start - first.start, first.node.length));
  range.setEnd(last.node, Math.min(end - last.start, last.node.length));
  return range;
}
