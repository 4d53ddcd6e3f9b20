/**
 * The page `index.html` of an export, as pieces of HTML that the archive streams.
 *
 * Example: `rowHtml({ pk: 3, name: 'Essay', shared: true })` is
 * `<dl><dt>Name</dt><dd>Essay</dd><dt>Shared</dt><dd>Yes</dd></dl>`.
 */
import { escapeHtml } from '#shared/kernel/escape-html.ts';
import type { ExportedRow } from './export-rows.repository.ts';

/** Columns that only connect or order rows; the JSON files contain them. */
const TECHNICAL_COLUMN = /^(pk|.*_pk|version|slug|position)$/;

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#1b2030}
h1{font-size:1.5rem}h2{font-size:1.2rem;margin:2rem 0 .5rem;border-bottom:1px solid #dfe2e8}
dl{display:grid;grid-template-columns:minmax(8rem,12rem) 1fr;gap:.1rem 1rem;margin:0;padding:.75rem 0;border-bottom:1px solid #dfe2e8}
dt{color:#5d6475}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
@media (max-width:30rem){dl{grid-template-columns:1fr}}
@media (prefers-color-scheme:dark){body{background:#14161c;color:#e6e8ee}dt{color:#9aa1b2}dl,h2{border-color:#2c303b}}`;

/** Returns the beginning of the readable page of an export. */
export function pageStart(fullName: string, createdAt: Date): string {
  const title = `GoPath data of ${escapeHtml(fullName)}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title><style>${STYLE}</style></head><body>
<h1>${title}</h1>
<p>Exported on ${createdAt.toISOString().slice(0, 10)}. Times are in UTC. The folder <b>data</b> contains the same
rows, and more columns, as JSON; the folder <b>files</b> contains uploaded pictures.</p>
`;
}

export const PAGE_END = '</body></html>\n';

/** Returns the heading of a table. */
export function sectionStart(title: string): string {
  return `<h2>${escapeHtml(title)}</h2>\n`;
}

/** Returns a column's label, such as 'Due date' for `due_date`. */
function labelOf(column: string): string {
  const words = column.replace(/^text_/, '').replaceAll('_', ' ');
  return (words[0]?.toUpperCase() ?? '') + words.slice(1);
}

/** Returns a value as text. `html_body` loses its tags, and times their 'T' and zone. */
function textOf(column: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') {
    if (column === 'html_body')
      return value.replaceAll(/<\/(p|li|h\d|blockquote)>|<br\s*\/?>/g, '\n').replaceAll(/<[^>]*>/g, '');
    return /^\d{4}-\d\d-\d\dT/.test(value)
      ? value.replace('T', ' ').replace(/(\.\d+)?(\+00:00|Z)$/, '')
      : value;
  }
  return JSON.stringify(value);
}

/** Returns a row as a list of labels and values, without empty values. */
export function rowHtml(row: ExportedRow): string {
  const lines = Object.entries(row)
    .filter(([column, value]) => !TECHNICAL_COLUMN.test(column) && value !== null && value !== '')
    .map(([column, value]) => {
      const text = textOf(column, value).trim();
      // The text of `html_body` was escaped when it was rendered.
      return `<dt>${escapeHtml(labelOf(column))}</dt><dd>${column === 'html_body' ? text : escapeHtml(text)}</dd>`;
    });
  return lines.length === 0 ? '' : `<dl>${lines.join('')}</dl>\n`;
}
