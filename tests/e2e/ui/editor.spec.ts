import { parseRichText } from '#shared/rich-text/parse.ts';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import { expect, test, type Page } from './gallery.ts';

test.beforeEach(async ({ gallery, page }) => {
  await gallery.open('editor');
  await page.getByRole('textbox', { name: 'Note', exact: true }).waitFor();
});

const text = (page: Page) => page.getByRole('textbox', { name: 'Note', exact: true });
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Format Note' });
const tool = (page: Page, name: string) => toolbar(page).getByRole('button', { name, exact: true });

/** Returns the editor's value; it must pass the server's parser. */
async function written(page: Page): Promise<RichTextDocument['content']> {
  return parseRichText(await page.getByTestId('json').textContent()).content;
}

/** Clicks into the text and waits until the editor knows: the browser reports a selection a frame later. */
async function endSelection(page: Page) {
  const reported = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        document.addEventListener('selectionchange', () => {
          if (getSelection()?.isCollapsed) resolve();
        });
      }),
  );
  await text(page).click();
  await reported;
}

// covers: FORM-004
test('the text is 240 px high and grows, or fills its container', async ({ page }) => {
  const height = await text(page)
    .locator('..')
    .evaluate((element) => element.getBoundingClientRect().height);
  expect(height).toBe(240);
  await text(page).click();
  for (let line = 0; line < 12; line += 1) await page.keyboard.press('Enter');
  const grown = await text(page)
    .locator('..')
    .evaluate((element) => [element.getBoundingClientRect().height, element.scrollHeight]);
  expect(grown[0]).toBeGreaterThan(300);
  expect(grown[0]).toBe(grown[1]);
  const panel = page.getByRole('textbox', { name: 'Panel note' }).locator('..');
  const [bottom, frame] = await panel.evaluate((element) => [
    element.getBoundingClientRect().bottom,
    element.closest('.h-80')!.getBoundingClientRect().bottom,
  ]);
  expect(Math.abs(bottom! - frame!)).toBeLessThanOrEqual(8);
});

// covers: FORM-005
test('each of the ten tools writes content that the server accepts', async ({ page }) => {
  test.slow();
  await expect(toolbar(page).getByRole('button')).toHaveCount(10);
  const names = await toolbar(page)
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel));
  expect(names).toEqual([
    'Bold',
    'Italic',
    'Strike',
    'Link',
    'Quote',
    'Code',
    'Bullet',
    'Number',
    'Indent',
    'Outdent',
  ]);

  for (const [name, type] of [
    ['Bold', 'bold'],
    ['Italic', 'italic'],
    ['Strike', 'strike'],
    ['Code', 'code'],
  ] as const) {
    await text(page).fill('word');
    await text(page).press('Control+a');
    await tool(page, name).click();
    await expect(tool(page, name)).toHaveAttribute('aria-pressed', 'true');
    expect(await written(page)).toEqual([
      { type: 'paragraph', content: [{ type: 'text', text: 'word', marks: [{ type }] }] },
    ]);
    await tool(page, name).click();
    expect(await written(page)).toEqual([{ type: 'paragraph', content: [{ type: 'text', text: 'word' }] }]);
  }

  const paragraph = (value: string) => ({ type: 'paragraph', content: [{ type: 'text', text: value }] });
  await tool(page, 'Quote').click();
  expect(await written(page)).toEqual([{ type: 'blockquote', content: [paragraph('word')] }]);
  await tool(page, 'Quote').click();

  await tool(page, 'Number').click();
  expect((await written(page))[0]).toMatchObject({ type: 'orderedList', attrs: { start: 1 } });
  await tool(page, 'Bullet').click();
  expect((await written(page))[0]).toMatchObject({ type: 'bulletList' });

  await endSelection(page);
  await text(page).press('Enter');
  await page.keyboard.type('under');
  await tool(page, 'Indent').click();
  const nested = { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('under')] }] };
  expect(await written(page)).toEqual([
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('word'), nested] }] },
  ]);
  await expect(tool(page, 'Indent')).toHaveAttribute('aria-disabled', 'true');
  await tool(page, 'Outdent').click();
  expect((await written(page))[0]).toMatchObject({ content: [{}, { content: [paragraph('under')] }] });
});

test('without a selection the code tool makes a block', async ({ page }) => {
  await text(page).fill('a = b');
  await tool(page, 'Code').click();
  expect(await written(page)).toEqual([{ type: 'codeBlock', content: [{ type: 'text', text: 'a = b' }] }]);
});

test('the toolbar is one tab stop with arrow keys inside, and shows its shortcuts', async ({ page }) => {
  await tool(page, 'Bold').focus();
  await expect(page.getByRole('tooltip')).toHaveText('BoldCtrl+B');
  await page.keyboard.press('ArrowRight');
  await expect(tool(page, 'Italic')).toBeFocused();
  await page.keyboard.press('End');
  await expect(tool(page, 'Outdent')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tool(page, 'Bold')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(text(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(tool(page, 'Bold')).toBeFocused();
});

// covers: FORM-006
test('the link dialog requires a valid URL and returns focus to the text', async ({ page }) => {
  await text(page).fill('guide');
  await text(page).press('Control+a');
  await text(page).press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Add link' });
  const url = dialog.getByLabel('URL');
  await expect(url).toBeFocused();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(url).toHaveAccessibleDescription('URL is required');
  for (const wrong of ['gopath', 'javascript:alert(1)', 'ftp://gopath.example']) {
    await url.fill(wrong);
    await url.press('Enter');
    await expect(url).toHaveAccessibleDescription(
      'Enter a full address that starts with https://, http:// or mailto:',
    );
  }
  await url.fill('https://gopath.example/guide');
  await url.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(text(page)).toBeFocused();
  const link = { type: 'link', attrs: { href: 'https://gopath.example/guide' } };
  expect(await written(page)).toEqual([
    { type: 'paragraph', content: [{ type: 'text', text: 'guide', marks: [link] }] },
  ]);

  await tool(page, 'Link').click();
  await page.getByRole('dialog', { name: 'Edit link' }).getByRole('button', { name: 'Remove link' }).click();
  expect(await written(page)).toEqual([{ type: 'paragraph', content: [{ type: 'text', text: 'guide' }] }]);
});

test('a placeholder is a chip that typing replaces', async ({ page }) => {
  await page.getByRole('button', { name: 'Use template' }).click();
  const chip = text(page).getByText('what we decided');
  await expect(page.getByTestId('text')).toContainText('[what we decided]');
  await chip.click();
  await page.keyboard.type('apply early');
  await expect(chip).toBeHidden();
  await expect(page.getByTestId('text')).toContainText('Key takeaways: apply early');
});

/** Pastes HTML at the selection. */
async function paste(page: Page, html: string) {
  await text(page).evaluate((element, pasted) => {
    const data = new DataTransfer();
    data.setData('text/html', pasted);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, html);
}

test('a pasted page becomes content that the server accepts', async ({ page }) => {
  await text(page).focus();
  await paste(
    page,
    `<h1 style="color:red" onclick="x()">Title</h1><p class="a"><u>under</u> <b>bold</b> <a href="javascript:x" target="_top">bad</a>
       <a href="https://gopath.example" rel="me" class="b" title="t">good</a><img src="x" onerror="y()"></p>
       <ol start="99999999999999999999" type="a"><li>one</li></ol><pre><code class="language-js">code</code></pre>
       <table><tr><td>cell</td></tr></table><blockquote><ul><li><p>deep</p></li></ul></blockquote><br>
       <b style="font-weight:normal" id="docs-internal-guid"><p><span style="font-weight:700;font-style:italic">both</span> <span>plain style="x"</span></p></b>`,
  );
  await expect(page.getByTestId('text')).toContainText('deep');
  const body = JSON.stringify(await written(page));
  expect(body).toContain('https://gopath.example');
  const both = { type: 'text', text: 'both', marks: [{ type: 'bold' }, { type: 'italic' }] };
  expect((await written(page)).at(-1)).toMatchObject({ content: [both, { text: ' plain style="x"' }] });
  expect(body).not.toMatch(/javascript|onclick|onerror|class/u);
});

test('a list pasted from Microsoft Word becomes a list', async ({ page }) => {
  await text(page).focus();
  // The code for it loads when the editor gets the focus.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+a');
    await paste(
      page,
      `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level1 lfo1'><span
       style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span>Read<o:p></o:p></p>`,
    );
    expect(await written(page)).toMatchObject([{ type: 'bulletList' }]);
  }).toPass();
  await expect(page.getByTestId('text')).toContainText('Read');
  await expect(page.getByTestId('text')).not.toContainText('·');
});
