/** Runs axe-core in a page, without a second page for the report and without results that are not violations. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'];
/**
 * The focus guards of the snackbars (Radix Toast): invisible, focusable spans at both ends of the region that forward
 * Tab to the messages. They never hold the focus, so they need no role.
 */
const FOCUS_GUARDS = '[role="region"][aria-label^="Messages"] > span[tabindex="0"]';
/**
 * Focusable separators with a value: ARIA's window splitter, a widget. axe counts every separator as structure.
 */
const WINDOW_SPLITTERS = '[role="separator"][aria-valuenow][tabindex="0"]';
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Runs axe in a page.
 * @param options.except rules to leave out
 * @param options.colorOnly run only the rules whose result depends on colors
 * @param options.tags the rules to run, by tag; without best practice for a part of a page
 * @param options.include a selector of the part to check
 * @param options.exclude a selector of elements to skip
 * @returns one line per violated rule, with the elements
 */
export async function findViolations(
  page: Page,
  {
    except = [],
    colorOnly = false,
    tags = TAGS,
    include,
    exclude,
  }: { except?: string[]; colorOnly?: boolean; tags?: string[]; include?: string; exclude?: string } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(
    async ({ context, runOnly, rules, splitters }) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(context, {
        runOnly,
        rules,
        resultTypes: ['violations'],
      });
      const isSplitter = (target: string) => document.querySelector(target)?.matches(splitters) === true;
      return violations
        .map(({ id, nodes }) => ({
          id,
          targets: nodes
            .map((node) => node.target.join(' '))
            .filter((target) => id !== 'focus-order-semantics' || !isSplitter(target)),
        }))
        .filter(({ targets }) => targets.length > 0)
        .map(({ id, targets }) => `${id}: ${targets.join(', ')}`);
    },
    {
      context: {
        include: [include ?? 'html'],
        exclude: [FOCUS_GUARDS, ...(exclude === undefined ? [] : [exclude])],
      },
      splitters: WINDOW_SPLITTERS,
      runOnly: colorOnly
        ? { type: 'rule' as const, values: COLOR_RULES.filter((rule) => !except.includes(rule)) }
        : { type: 'tag' as const, values: tags },
      rules: colorOnly ? {} : Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
    },
  );
}
