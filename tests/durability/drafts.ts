/** Types into a note, causes a failure, and checks that the text was restored. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, expect, type Locator, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { CHROMIUM_ARGS } from '../../playwright.config.ts';
import { startServerProcess, type TestServer } from '../e2e/server.ts';
import { ExtensionBrowser } from '../helpers/browser/extension.ts';
import { readDrafts } from '../pages/drafts.ts';
import { NoteFormPage } from '../pages/notes.ts';
import { PanelPage } from '../pages/extension-panel.ts';
import { SignInPage } from '../pages/sign-in.ts';

/** The failure, and how often the text was restored. */
export interface DraftFigures {
  disaster: string;
  kept: number;
  rounds: number;
  /** How often another person who signed in on the same browser saw the text; only for some failures. */
  seenByAnother?: number;
  /** How often the word typed at the moment of the kill was restored too; only for essays. */
  lastWordKept?: number;
}

const NEW_NOTE = '/notes/new/';

/** A browser with a profile on disk, which survives killing it. */
class Profile {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'gopath-drafts-'));
  readonly #server: TestServer;
  context!: BrowserContext;

  constructor(server: TestServer) {
    this.#server = server;
  }

  async launch() {
    this.context = await chromium.launchPersistentContext(this.#folder, {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      baseURL: this.#server.url,
      args: CHROMIUM_ARGS,
    });
  }

  /** Opens the note form, empty or with the restored draft. Signs in if the session did not survive. */
  async form(person = 'mentor'): Promise<NoteFormPage> {
    const page = await this.context.newPage();
    await page.goto(NEW_NOTE);
    const form = new NoteFormPage(page);
    const signIn = page.getByRole('button', { name: 'Sign In' });
    await form.body.or(signIn).first().waitFor();
    if (await signIn.isVisible()) {
      await new SignInPage(page).signIn(`${person}@gopath.example`, DEMO_PASSWORD);
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      await form.open(NEW_NOTE);
    }
    return form;
  }

  /** Kills every process of this browser, like a crash of the machine. */
  async kill() {
    const closed = this.context.waitForEvent('close');
    execFileSync('pkill', ['-KILL', '-f', this.#folder]);
    await closed;
  }

  async close() {
    await this.context.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function holds(form: NoteFormPage | PanelPage, words: string): Promise<boolean> {
  // The restored text appears with the form; the timeout is for slow machines.
  return form.page
    .getByText(words)
    .first()
    .waitFor({ timeout: 5_000 })
    .then(
      () => true,
      () => false,
    );
}

async function count(disaster: string, rounds: number, round: (words: string) => Promise<boolean>) {
  let kept = 0;
  for (let i = 1; i <= rounds; i += 1) if (await round(`${disaster}, round ${i}.`)) kept += 1;
  return { disaster, kept, rounds };
}

async function* inTheWebApp(server: TestServer, rounds: number): AsyncGenerator<DraftFigures> {
  const profile = new Profile(server);
  await profile.launch();
  const reopened = async (words: string) => {
    const form = await profile.form();
    const kept = await holds(form, words);
    await form.page.close();
    return kept;
  };
  yield await count('Tab closed', rounds, async (words) => {
    const form = await profile.form();
    await form.rewrite(words);
    await form.page.close();
    return reopened(words);
  });

  yield await count('Network cut', rounds, async (words) => {
    const form = await profile.form();
    await profile.context.setOffline(true);
    await form.rewrite(words);
    await form.page.close();
    await profile.context.setOffline(false);
    return reopened(words);
  });

  yield await count('Browser killed', rounds, async (words) => {
    const form = await profile.form();
    await form.rewrite(words);
    await form.keptOnDevice();
    await profile.kill();
    await profile.launch();
    return reopened(words);
  });

  let seenByAnother = 0;
  const signedOut = await count('Signed out by 401', rounds, async (words) => {
    const form = await profile.form();
    await form.rewrite(words);
    await form.keptOnDevice();
    await endSession(form.page);
    await form.page.goto(NEW_NOTE);
    await form.page.getByRole('button', { name: 'Sign In' }).waitFor();
    await form.page.close();
    const other = await profile.form('staff');
    if (await isShown(other.page, words)) seenByAnother += 1;
    await endSession(other.page);
    await other.page.close();
    return reopened(words);
  });
  yield { ...signedOut, seenByAnother };
  await profile.close();
}

/** Returns whether the text is on the page soon after the form appears. */
async function isShown(page: Page, words: string): Promise<boolean> {
  await page.getByRole('textbox', { name: 'Body' }).waitFor();
  await page.waitForLoadState('networkidle');
  return page.getByText(words).first().isVisible();
}

/** Ends the person's session on the server, like another device of theirs. */
async function endSession(page: Page) {
  const { origin } = new URL(page.url());
  const renewed = await page.request.post('/api/session/refresh/', { headers: { origin } });
  const { access_token: token } = (await renewed.json()) as { access_token: string };
  await page.request.post('/api/session/revoke/', { headers: { authorization: `Bearer ${token}` } });
}

async function inThePanel(server: TestServer, rounds: number): Promise<DraftFigures> {
  const extension = await ExtensionBrowser.launch(server.url);
  const welcome = await extension.open('welcome');
  await extension.signIn(welcome, 'mentor@gopath.example', DEMO_PASSWORD);
  await welcome.getByText('You are signed in.').waitFor();
  const first = new PanelPage(await extension.open('sidepanel'));
  await first.choose('Sofia Alvarez');
  await first.page.close();
  // Without a server the text can only be stored on this device.
  await server.kill();
  const figures = await count('Worker killed', rounds, async (words) => {
    const panel = new PanelPage(await extension.open('sidepanel'));
    await panel.write(words);
    await extension.stopWorker();
    await panel.page.close();
    const again = new PanelPage(await extension.open('sidepanel'));
    const kept = await holds(again, words);
    await again.page.close();
    return kept;
  });
  await extension.close();
  await server.start();
  return figures;
}

/** Opens the essay of the student; signs in if the session did not survive. */
async function openEssay({ context }: Profile): Promise<{ page: Page; text: Locator }> {
  const page = await context.newPage();
  await page.goto('/');
  const essays = page.getByRole('link', { name: 'Essays', exact: true });
  const signIn = page.getByRole('button', { name: 'Sign In' });
  await essays.or(signIn).first().waitFor();
  if (await signIn.isVisible()) {
    await new SignInPage(page).signIn('student@gopath.example', DEMO_PASSWORD);
  }
  await essays.click();
  await page.getByRole('link', { name: 'UC: making the community better' }).click();
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.waitFor();
  return { page, text };
}

/**
 * Kills the browser while an essay is typed. Text that is already on the device must be restored; a word
 * typed at the moment of the kill may not have left the page.
 */
async function inAnEssay(server: TestServer, rounds: number): Promise<DraftFigures> {
  const profile = new Profile(server);
  let lastWordKept = 0;
  await profile.launch();
  const figures = await count('Browser killed while typing an essay', rounds, async (words) => {
    const { page, text } = await openEssay(profile);
    await text.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(` ${words}`);
    await expect.poll(() => page.evaluate(readDrafts)).toContain(words);
    await page.keyboard.type(' Last.');
    await profile.kill();
    await profile.launch();
    const again = await openEssay(profile);
    const kept = await again.text
      .filter({ hasText: words })
      .waitFor({ timeout: 5_000 })
      .then(
        () => true,
        () => false,
      );
    if ((await again.text.textContent())?.includes(`${words} Last.`)) lastWordKept += 1;
    await again.page.close();
    return kept;
  });
  await profile.close();
  return { ...figures, lastWordKept };
}

/**
 * Causes each failure repeatedly and yields its figures.
 * @param rounds how often each failure is caused
 * @param only 'essays' measures nothing else
 */
export async function* measureDrafts(rounds: number, only?: 'essays'): AsyncGenerator<DraftFigures> {
  const server = await startServerProcess();
  try {
    yield await inAnEssay(server, rounds);
    if (only === 'essays') return;
    yield await inThePanel(server, rounds);
    yield* inTheWebApp(server, rounds);
  } finally {
    await server.stop();
  }
}
