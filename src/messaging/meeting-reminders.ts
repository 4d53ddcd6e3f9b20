/** The setting of this device: a notification a minute before a meeting starts. Off until the person turns it on. */
import { browser } from 'wxt/browser';

const KEY = 'meetingReminders';

/** Returns whether meeting reminders are on. They also need the permission for notifications. */
export async function wantsMeetingReminders(): Promise<boolean> {
  return (await browser.storage.local.get({ [KEY]: false }))[KEY] === true;
}

/** Turns meeting reminders on or off on this device. */
export async function setMeetingReminders(isOn: boolean): Promise<void> {
  await browser.storage.local.set({ [KEY]: isOn });
}

/** Calls back when the setting changes. */
export function onMeetingReminders(listener: () => void): void {
  browser.storage.onChanged.addListener((changes, area) => {
    if (area === 'local' && KEY in changes) listener();
  });
}
