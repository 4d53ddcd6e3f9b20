import type { Browser } from 'wxt/browser';
import { Card } from '#src/ui/display/Card.tsx';

/** The extension's shortcuts. They can be changed on a browser page. */
export function Shortcuts({ commands }: { commands: readonly Browser.commands.Command[] }) {
  return (
    <Card title="Shortcuts">
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2">
        {commands.map(({ name, description, shortcut }) => (
          <div key={name} className="contents">
            <dt>{description || (name === '_execute_action' ? 'Open the popup' : 'Open meeting notes')}</dt>
            <dd className="justify-self-end">
              {shortcut ? (
                <kbd className="rounded-control border bg-sunken px-1.5 py-0.5 font-sans text-xs">
                  {shortcut}
                </kbd>
              ) : (
                <span className="text-muted">Not set</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-muted">
        Change them at{' '}
        {import.meta.env.FIREFOX ? (
          <>about:addons, “Manage Extension Shortcuts”.</>
        ) : (
          <>
            <code className="text-text">chrome://extensions/shortcuts</code>.
          </>
        )}
      </p>
    </Card>
  );
}
