import type { TextSaveStatus } from '#src/lib/drafts/text-session-state.ts';
import { readerFormat } from '#src/lib/dates/reader-zone.ts';
import { CloudOff, LoaderCircle, CircleAlert, Check, HardDrive } from 'lucide-react';

const time = readerFormat({ hour: 'numeric', minute: '2-digit' });

/** Returns the text of a save state, such as 'Saving' or 'Saved 10:42 AM'. */
export function saveStateText(status: TextSaveStatus): string {
  if (status.state === 'stored') return 'Draft kept on this device';
  if (status.state === 'saving') return 'Saving';
  if (status.state === 'saved') return `Saved ${time().format(status.at)}`;
  if (status.state === 'offline') return 'Offline, kept on this device';
  if (status.state === 'failed') return status.text;
  if (status.state === 'unstored') return 'Not saved. Save before leaving';
  return '';
}

const ICON = {
  stored: HardDrive,
  saving: LoaderCircle,
  saved: Check,
  offline: CloudOff,
  failed: CircleAlert,
  unstored: CircleAlert,
};

const WARNINGS: ReadonlySet<TextSaveStatus['state']> = new Set(['offline', 'failed', 'unstored']);

/** Shows whether the typed text is saved. */
export function SaveState({ status }: { status: TextSaveStatus }) {
  const Icon = status.state === 'idle' ? null : ICON[status.state];
  return (
    <span
      role="status"
      className={
        WARNINGS.has(status.state)
          ? 'inline-flex items-center gap-1.5 text-xs text-warning tabular-nums'
          : 'inline-flex items-center gap-1.5 text-xs text-muted tabular-nums'
      }
    >
      {Icon && <Icon aria-hidden className={status.state === 'saving' ? 'size-3 animate-spin' : 'size-3'} />}
      {saveStateText(status)}
    </span>
  );
}
