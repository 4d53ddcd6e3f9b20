import { describe, expect, it } from 'vitest';
import { pageOfSender } from './sender.ts';

const own = { id: 'ours', origin: 'chrome-extension://ours' };

describe('pageOfSender', () => {
  it('recognizes our pages with any path and query', () => {
    expect(pageOfSender({ id: 'ours', url: 'chrome-extension://ours/popup.html' }, own)).toBe('popup');
    expect(
      pageOfSender({ id: 'ours', url: 'chrome-extension://ours/app.html#/notes/', frameId: 0 }, own),
    ).toBe('app');
  });

  it.each([
    ['another extension', { id: 'theirs', url: 'chrome-extension://theirs/popup.html' }],
    ['another extension that claims our page', { id: 'theirs', url: 'chrome-extension://ours/popup.html' }],
    ['a content script', { id: 'ours', url: 'https://example.com/popup.html' }],
    ['a web page of our server', { id: 'ours', url: 'http://localhost:8080/popup.html' }],
    ['a look-alike origin', { id: 'ours', url: 'chrome-extension://ours.example/popup.html' }],
    ['a frame inside a page', { id: 'ours', url: 'chrome-extension://ours/popup.html', frameId: 3 }],
    ['a file of ours that is no page', { id: 'ours', url: 'chrome-extension://ours/manifest.json' }],
    ['a property of the table of pages', { id: 'ours', url: 'chrome-extension://ours/constructor' }],
    ['no address', { id: 'ours' }],
    ['a broken address', { id: 'ours', url: 'popup.html' }],
    ['nobody', {}],
  ])('refuses %s', (_name, sender) => {
    expect(pageOfSender(sender, own)).toBeNull();
  });
});
