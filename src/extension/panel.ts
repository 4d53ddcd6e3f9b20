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
export function registerPanel() {
  browser.contextMenus.onClicked.addListener((info, tab) => {
    if (info.menuItemId === MENU_ITEM) openPanel(tab);
  });
  browser.commands.onCommand.addListener((command, tab) => {
    if (command === COMMAND) openPanel(tab);
  });
}

/** Adds the entry to the context menu. Call it when the extension is installed or updated. */
export function createPanelMenu() {
  browser.contextMenus.create({
    id: MENU_ITEM,
    title: 'Open meeting notes',
    contexts: ['page', 'selection', 'link', 'video'],
  });
}
