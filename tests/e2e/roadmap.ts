import { expect, type Locator, type Page } from '@playwright/test';
import type { RoadmapPage } from '../pages/roadmap.ts';

/** The message of a refused mutation. */
export const REFUSAL = 'The roadmap is being archived.';

/** Expects an empty text box to show `least` rows, and one with many lines to grow to `most`. */
export async function expectRows(box: Locator, least: number, most: number) {
  const rows = () =>
    box.evaluate((element) => {
      const style = getComputedStyle(element);
      const around = Number.parseFloat(style.paddingTop) * 2 + Number.parseFloat(style.borderTopWidth) * 2;
      return Math.round(
        (element.getBoundingClientRect().height - around) / Number.parseFloat(style.lineHeight),
      );
    });
  await box.fill('');
  await expect.poll(rows).toBe(least);
  await box.fill(Array.from({ length: 40 }, () => 'x').join('\n'));
  await expect.poll(rows).toBe(most);
}

/** Drags by touch events. @returns a function that ends the touch */
export async function dragByTouch(page: Page, handle: Locator, to: { x: number; y: number }) {
  const device = await page.context().newCDPSession(page);
  await device.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const box = await handle.boundingBox();
  if (box === null) throw new Error('Nothing to drag.');
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    device.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', from);
  for (let step = 1; step <= 10; step += 1) {
    const part = step / 10;
    await touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  }
  return () => touch('touchEnd');
}

/** Expects the server's first message, {@link REFUSAL}, and no other. */
export async function expectFailure(roadmap: RoadmapPage, message: string) {
  await expect(roadmap.page.getByText(`${message}: ${REFUSAL}`, { exact: true })).toBeVisible();
  await expect(roadmap.page.getByText('A second message')).toHaveCount(0);
}

/** Collects the inputs that the page sends in these mutations, in order. */
export function sentInputs(page: Page, ...operations: string[]): Record<string, unknown>[] {
  const inputs: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    const body = request.postData();
    if (operations.some((operation) => body?.includes(`mutation ${operation}(`)))
      inputs.push(
        (JSON.parse(body as string) as { variables: { input: Record<string, unknown> } }).variables.input,
      );
  });
  return inputs;
}
