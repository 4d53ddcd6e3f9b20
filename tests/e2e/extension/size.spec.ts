import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const folder = path.resolve(import.meta.dirname, '../../../dist/extension/chrome-mv3');

/** Everything a page's scripts import, without what is loaded later; `also` names chunks that it always loads soon. */
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
    popup: kilobytes('popup'),
    panel: kilobytes('sidepanel'),
    'panel with its editor': kilobytes('sidepanel', 'RichTextEditorCore'),
    welcome: kilobytes('welcome'),
  };
  console.log(sizes);
  // The aim is 110: tasks and alerts came into the popup with more than was left.
  expect(sizes.popup).toBeLessThan(117);
  expect(sizes.panel).toBeLessThan(145);
  // The aim is 240; Tiptap and React alone are 200.
  expect(sizes['panel with its editor']).toBeLessThan(278);
  expect(sizes.welcome).toBeLessThan(110);
});
