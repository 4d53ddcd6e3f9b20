import { escapeHtml } from '../../mail/layout.ts';

/** Text that is HTML already, from {@link html} only. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[] | null | false | undefined;

function render(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map((part) => part.text).join('');
  return escapeHtml(String(value));
}

/** A template whose values are escaped unless they are HTML themselves. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(
    strings.reduce(
      (text, part, index) => text + part + (index < values.length ? render(values[index]) : ''),
      '',
    ),
  );
}
