import { useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import { Card } from '#src/ui/Card.tsx';
import { Switch } from '#src/ui/Switch.tsx';

/** A fresh object each time: the browser's types want one that may be changed. */
const permission = (): { permissions: ['notifications'] } => ({ permissions: ['notifications'] });

/** Whether the system shows new alerts: the browser asks the person when it is turned on. */
export function Notifications() {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    void browser.permissions.contains(permission()).then(setOn);
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
        hint="Show desktop notifications for new alerts, except during quiet hours. The badge always shows the number of unread alerts."
        checked={isOn}
        onChange={(wanted) => void change(wanted)}
      />
    </Card>
  );
}
