import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { initials } from './Avatar.tsx';
import { rangeText } from '../navigation/CursorPager.tsx';
import { ErrorState, NotFoundState } from '../feedback/ErrorState.tsx';
import { Highlight } from './Highlight.tsx';
import { RichTextView } from '../rich-text/RichTextView.tsx';
import { saveStateText } from '../feedback/SaveState.tsx';

// covers: API-010 API-011
test('a failed load and a missing object have different texts', () => {
  expect(render(<ErrorState />).container.textContent).toBe(
    'Data Load ErrorAn error occurred while loading this resource.',
  );
  expect(render(<NotFoundState />).container.textContent).toBe(
    'Not FoundThe resource you were looking for could not be found.',
  );
});

test('a page with something missing is titled Not Found, not as the page around it', () => {
  render(
    <>
      <title>Bug report 9 · GoPath</title>
      <NotFoundState />
    </>,
  );
  expect(document.title).toBe('Not Found · GoPath');
});

test('a stored text is shown as elements; an invalid one is not shown', () => {
  const link = { type: 'link', attrs: { href: 'https://gopath.example' } };
  const text = { type: 'text', text: '<b>guide</b>', marks: [link] };
  const body = JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [text] }] });
  const { container } = render(<RichTextView body={body} />);
  expect(container.querySelector('a')).toMatchObject({
    target: '_blank',
    rel: 'noopener noreferrer nofollow',
  });
  expect(container.textContent).toBe('<b>guide</b>');
  expect(render(<RichTextView body={body.replace('https:', 'javascript:')} />).container.textContent).toBe(
    'This text cannot be shown.',
  );
});

test('initials are the first letters of the first and the last word', () => {
  expect(initials('  Maya de la Rivera ')).toBe('MR');
  expect(initials('Maya')).toBe('M');
  expect(initials('')).toBe('');
});

test('a page of a list says which items it shows and how many there are', () => {
  expect(rangeText({ from: 1, to: 10, total: 1234 })).toBe('1–10 of 1,234');
  expect(rangeText({ from: 1, to: 0, total: 0 })).toBe('0 of 0');
});

test('a save state says whether and where the text is stored', () => {
  expect(saveStateText({ state: 'saving' })).toBe('Saving');
  expect(saveStateText({ state: 'offline' })).toBe('Offline, kept on this device');
  expect(saveStateText({ state: 'saved', at: new Date(2026, 4, 14, 10, 42) })).toMatch(/^Saved 10:42/u);
  expect(saveStateText({ state: 'unstored' })).toBe('Not saved. Save before leaving');
});

test('every match is highlighted, also one with special characters', () => {
  expect(render(<Highlight text="A+ (a+)" match="a+" />).container.innerHTML.match(/<mark/gu)).toHaveLength(
    2,
  );
});
