import { useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import { setMeetingReminders, wantsMeetingReminders } from '#src/messaging/meeting-reminders.ts';
import { Card } from '#src/ui/display/Card.tsx';
import { Switch } from '#src/ui/fields/Switch.tsx';

/** Returns a new object per call, because the browser's types require a mutable one. */
const permission = (): { permissions: ['notifications'] } => ({ permissions: ['notifications'] });

/** Turns desktop notifications on and off; the browser asks for permission. Meeting reminders are off until chosen. */
export function Notifications() {
  const [isOn, setOn] = useState(false);
  const [reminds, setReminds] = useState(false);
  useEffect(() => {
    void browser.permissions.contains(permission()).then(setOn);
    void wantsMeetingReminders().then(setReminds);
  }, []);

  async function change(wanted: boolean) {
    const done = await (wanted
      ? browser.permissions.request(permission())
      : browser.permissions.remove(permission()));
    setOn(done ? wanted : !wanted);
  }

  return (
    <Card title="Alerts">
      <Switch
        label="Notifications"
        hint="Show desktop notifications for new alerts, except during quiet hours. The badge always counts unread alerts, and meetings of the last 3 days whose note you have not sent."
        checked={isOn}
        onChange={(wanted) => void change(wanted)}
      />
      <Switch
        className="mt-4"
        label="Meeting reminders"
        hint="With notifications on, shows one a minute before a meeting starts, also during quiet hours. Click it to open the room."
        checked={isOn && reminds}
        disabled={!isOn}
        onChange={(wanted) => {
          setReminds(wanted);
          void setMeetingReminders(wanted);
        }}
      />
    </Card>
  );
}
