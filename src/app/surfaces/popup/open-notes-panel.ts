import { browser } from 'wxt/browser';
import { chooseMeeting } from '#src/messaging/panel-choice.ts';

let windowId: number | undefined;

/** Reads the window's id. Call it at start, because the panel must be opened synchronously within the click. */
export async function prepareNotesPanel(): Promise<void> {
  windowId = (await browser.windows.getCurrent()).id;
}

/**
 * Opens the side panel of this window, at a meeting's note. The browser allows it only synchronously within
 * the click.
 */
export function openNotesPanel(simplybookId: number) {
  if (windowId === undefined) return;
  if (import.meta.env.FIREFOX) {
    void (browser as unknown as { sidebarAction: { open(): Promise<void> } }).sidebarAction.open();
  } else {
    void browser.sidePanel.open({ windowId });
  }
  void chooseMeeting(simplybookId, windowId).then(() => window.close());
}
