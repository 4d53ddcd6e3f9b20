import type { RichTextDocument } from '../rich-text/schema.ts';
import { renderText } from '../rich-text/render.ts';
import { TASK_LIMITS } from './constants.ts';

/** A line of a note that can become a task. */
export interface NoteLine {
  text: string;
  /** Whether it is below the heading 'Before next time', the homework of the meeting. */
  isBeforeNextTime: boolean;
}

const MAX_LINES = 50;
const BEFORE_NEXT_TIME = /^(?:to do )?before (?:(?:the|our) )?next (?:time|meeting|session)\b/i;
/** '- ', '• ', '1. ', '[ ] ': the markers of lists in plain text. */
const LIST_MARKER = /^(?:[-–—•*>]\s+|\d{1,2}[.)]\s+|\[[ xX]?\]\s*)+/;
const GREETING = /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\b[^.?]{0,40}[,!]?$/i;
const SIGN_OFF =
  /^(?:best|best wishes|all the best|(?:(?:kind|warm|best) )?regards|cheers|thanks|thank you|many thanks|sincerely|talk soon|see you(?: soon)?|yours|take care)[,.!]*(?:\s+\p{Lu}[\p{L}'’-]*){0,2}$/iu;
/** 'Ms. Rivera', 'Ana Rivera': the name below a sign-off. */
const NAME = /^(?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’.-]*){0,2}$/u;

/** '[What we discussed]': a placeholder of the template that nobody filled in. */
const PLACEHOLDER = /^\[[^\]]+\]$/;

/** Returns whether a line is a heading: bold, ending in a colon, or 'Before next time'. */
function isHeading(text: string, headings: ReadonlySet<string>): boolean {
  return text.endsWith(':') || headings.has(text) || BEFORE_NEXT_TIME.test(text);
}

/** Returns the texts of paragraphs that are all bold, which the editor has instead of headings. */
function headingsOf(document: RichTextDocument): ReadonlySet<string> {
  const found = new Set<string>();
  for (const node of document.content) {
    if (node.type !== 'paragraph' || node.content === undefined) continue;
    const isBold = node.content.every((leaf) => leaf.marks?.some((mark) => mark.type === 'bold') === true);
    if (isBold) found.add(renderText({ type: 'doc', content: [node] }).trim());
  }
  return found;
}

/**
 * Returns the lines of a note that can become tasks: without list markers, duplicates, headings, greetings,
 * sign-offs, signatures and empty placeholders.
 */
export function noteLines(document: RichTextDocument): NoteLine[] {
  const headings = headingsOf(document);
  const lines: NoteLine[] = [];
  const seen = new Set<string>();
  let isBeforeNextTime = false;
  let isSigned = false;
  for (const raw of renderText(document).split('\n')) {
    const text = raw.trim().replace(LIST_MARKER, '').trim();
    if (text === '') continue;
    if (isHeading(text, headings)) {
      isBeforeNextTime = BEFORE_NEXT_TIME.test(text);
      continue;
    }
    if (SIGN_OFF.test(text)) {
      isBeforeNextTime = false;
      isSigned = true;
      continue;
    }
    const isSignature = isSigned && NAME.test(text);
    if (isSignature || GREETING.test(text) || PLACEHOLDER.test(text) || seen.has(text)) continue;
    seen.add(text);
    lines.push({ text: text.slice(0, TASK_LIMITS.line), isBeforeNextTime });
  }
  return lines.slice(0, MAX_LINES);
}
