/**
 * How a person is found in texts of others: in alerts, emails, jobs and stored responses that quote the name or the
 * email address.
 *
 * Input: a person's name and address. Output: regular expressions of PostgreSQL for them as whole words, unchanged and
 * escaped in HTML and in JSON. Example: for 'Al Li' and 'li@school.example',
 *
 *     found      'A note of Al Li.'  'Al<br>Li'  'Al\nLi'  '<li@school.example>'
 *     not found  'Special List'  'amy.li@school.example'  'li@school.example.org'
 */
import { escapeHtml } from '#shared/kernel/escape-html.ts';

/** What finds a person in texts of others. A queued job stores it: a renamed field loses the jobs in the queue. */
export interface QuoteSearch {
  personPk: number;
  fullName: string;
  /** Regular expressions for the name and the address. */
  patterns: readonly string[];
}

/** Returns regular expressions for a person's name and address as whole words. */
export function quotePatterns({ fullName, email }: { fullName: string; email: string }): string[] {
  const names = writtenForms(fullName).map((name) => `(^|[^[:alnum:]])${name}($|[^[:alnum:]])`);
  // A dot or a hyphen after an address can end a sentence; with a letter or digit after it, it is another address.
  const addresses = writtenForms(email).map(
    (address) => `(^|[^[:alnum:]._%+-])${address}($|[^[:alnum:].-]|[.-]($|[^[:alnum:]]))`,
  );
  return [...names, ...addresses];
}

/** Matches what can be between two words: spaces and line breaks, also escaped in HTML and in JSON. */
const BETWEEN_WORDS = String.raw`([\s\u00a0]|\\[nrt]|<br ?/?>|&nbsp;)+`;

/** Returns a text for a regular expression: unchanged, and escaped in HTML and in JSON. */
function writtenForms(text: string): string[] {
  const inJson = JSON.stringify(text).slice(1, -1);
  const forms = new Set([text, escapeHtml(text), inJson]);
  return [...forms].map((form) =>
    form.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`).replaceAll(/ +/g, () => BETWEEN_WORDS),
  );
}
