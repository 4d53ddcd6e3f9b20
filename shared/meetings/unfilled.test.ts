import { expect, it } from 'vitest';
import type { RichTextDocument } from '../rich-text/schema.ts';
import { unfilledText } from './unfilled.ts';

const withPlaceholders = (...labels: string[]): RichTextDocument => ({
  type: 'doc',
  content: [
    { type: 'paragraph', content: labels.map((label) => ({ type: 'placeholder', attrs: { label } })) },
  ],
});

it('lists the placeholders that are left, each once', () => {
  expect(unfilledText(withPlaceholders())).toBeNull();
  expect(unfilledText(withPlaceholders('key takeaways', 'key takeaways'))).toBe(
    'Fill in “key takeaways” before sending.',
  );
  expect(unfilledText(withPlaceholders('key takeaways', 'before next time'))).toBe(
    'Fill in “key takeaways” and “before next time” before sending.',
  );
  expect(unfilledText(withPlaceholders('key takeaways', 'before next time', 'next meeting'))).toBe(
    'Fill in “key takeaways”, “before next time”, and “next meeting” before sending.',
  );
});
