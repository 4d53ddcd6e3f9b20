import { useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import { Card } from '#src/ui/Card.tsx';
import { Switch } from '#src/ui/Switch.tsx';

/** Returns a new object per call, because the browser's types require a mutable one. */
const permission = (): { permissions: ['notifications'] } => ({ permissions: ['notifications'] });

/** Turns desktop notifications on and off; the browser asks for permission. */
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
