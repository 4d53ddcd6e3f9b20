import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { AlertFeed } from '#src/features/alerts/components/AlertFeed.tsx';
import { AlertSettingsForm } from '#src/features/alerts/components/AlertSettingsForm.tsx';
import { Button } from '#src/ui/Button.tsx';

/** All alerts of the signed-in person, and what they want to be told of: that is everybody's own to say. */
export function Component() {
  const [showsSettings, setShowsSettings] = useState(false);
  return (
    <>
      <title>Alerts · GoPath</title>
      <header className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-2xl font-semibold">Alerts</h1>
        <Button
          icon={<Settings2 aria-hidden className="size-4" />}
          aria-expanded={showsSettings}
          onClick={() => setShowsSettings(!showsSettings)}
        >
          What I am told
        </Button>
      </header>
      <div className="grid gap-6">
        {showsSettings && <AlertSettingsForm />}
        <AlertFeed />
      </div>
    </>
  );
}
