import { browser } from 'wxt/browser';

const MENU_ITEM = 'open-meeting-notes';

/** The name of the shortcut in the manifest. */
const COMMAND = 'open-meeting-notes';

/** Opens the side panel. Browsers allow it only synchronously within a click or shortcut, so await nothing before. */
function openPanel(tab: { windowId?: number } | undefined) {
  if (import.meta.env.FIREFOX) {
    const { sidebarAction } = browser as unknown as { sidebarAction: { open(): Promise<void> } };
    void sidebarAction.open();
  } else if (tab?.windowId !== undefined) {
    void browser.sidePanel.open({ windowId: tab.windowId });
  }
}

/**
 * Registers the menu entry and the shortcut that open the meeting notes. Call it synchronously when the worker starts.
 */
export function offerPanel() {
  browser.contextMenus.onClicked.addListener((info, tab) => {
    if (info.menuItemId === MENU_ITEM) openPanel(tab);
  });
  browser.commands.onCommand.addListener((command, tab) => {
    if (command === COMMAND) openPanel(tab);
  });
}

/** Creates the menu entries, which last until the next update of the extension. */
export async function createMenu(): Promise<void> {
  await browser.contextMenus.removeAll();
  browser.contextMenus.create({
    id: MENU_ITEM,
    title: 'Open meeting notes',
    contexts: ['page', 'selection', 'link', 'video'],
  });
}
