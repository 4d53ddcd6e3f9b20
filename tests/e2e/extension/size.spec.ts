import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const folder = path.resolve(import.meta.dirname, '../../../dist/extension/chrome-mv3');

/**
 * Returns the size of everything a page's scripts import, without later chunks; `also` adds chunks that it always loads
 * soon.
 */
function kilobytes(page: string, ...also: string[]): number {
  const html = readFileSync(path.join(folder, `${page}.html`), 'utf8');
  const waiting = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, file]) => file as string);
  for (const file of readdirSync(path.join(folder, 'chunks'))) {
    if (also.some((name) => file.startsWith(name))) waiting.push(`chunks/${file}`);
  }
  const counted = new Set<string>();
  let bytes = 0;
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (counted.has(file)) continue;
    counted.add(file);
    const text = readFileSync(path.join(folder, file), 'utf8');
    bytes += gzipSync(text).length;
    for (const [, imported] of text.matchAll(/(?:from|import)\s*"(\.[^"]+\.js)"/g)) {
      waiting.push(path.posix.join(path.posix.dirname(file), imported as string));
    }
  }
  return bytes / 1000;
}

test('the surfaces stay small: JavaScript in kB, gzipped', () => {
  const sizes = {
    // With the alerts chunk, which loads right after the first paint.
    popup: kilobytes('popup', 'AlertsSection'),
    panel: kilobytes('sidepanel'),
    // The editor as it first appears. Later chunks: the note's rules with the first check, the dialogs with a click.
    'panel with its editor': kilobytes('sidepanel', 'RichTextEditorCore'),
    welcome: kilobytes('welcome'),
  };
  console.log(sizes);
  expect(sizes.popup).toBeLessThan(110);
  expect(sizes.panel).toBeLessThan(116);
  expect(sizes['panel with its editor']).toBeLessThan(240);
  expect(sizes.welcome).toBeLessThan(110);
});
