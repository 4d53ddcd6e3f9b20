import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { Switch } from '#src/ui/fields/Switch.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useCalendarFeedActions } from '../list-mutations.ts';
import { listQueries } from '../list-queries.ts';

async function copy(address: string) {
  try {
    await navigator.clipboard.writeText(address);
    showSuccess('Link copied');
  } catch {
    showError('Could not copy the link. Select it and copy it.');
  }
}

/** Creates, replaces and revokes the private calendar link, and sets its content. */
export function CalendarFeedDialog({ onClose }: { onClose: () => void }) {
  const feed = useQuery(listQueries.calendarFeed());
  const { create, change, revoke } = useCalendarFeedActions();
  const [titlesOnly, setTitlesOnly] = useState<boolean>();
  const [address, setAddress] = useState<string | null>(null);
  const isTitlesOnly = titlesOnly ?? feed.data?.titles_only ?? true;
  const isActive = feed.data?.active ?? false;
  const make = () => create.mutate(isTitlesOnly, { onSuccess: (made) => setAddress(made.address) });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add to your calendar"
      description="Subscribe with this private link to see tasks, meetings and exams. Anyone with the link can read them, so keep it private."
      busy={create.isPending || revoke.isPending}
      actions={
        <>
          {isActive && (
            <Button onClick={() => revoke.mutate(undefined, { onSuccess: () => setAddress(null) })}>
              Revoke link
            </Button>
          )}
          {isActive && address === null && (
            <Button writes onClick={make}>
              Replace link
            </Button>
          )}
          {isActive ? (
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          ) : (
            <Button variant="primary" writes onClick={make}>
              Create link
            </Button>
          )}
        </>
      }
    >
      {feed.data === undefined ? (
        feed.isError ? (
          <ErrorState onRetry={() => void feed.refetch()} retrying={feed.isFetching} />
        ) : (
          <SkeletonText lines={3} />
        )
      ) : (
        <div className="grid gap-4">
          <Switch
            label="Titles only"
            hint="Leaves out descriptions, points, links and who a meeting is with."
            checked={isTitlesOnly}
            onChange={(checked) => {
              setTitlesOnly(checked);
              if (isActive) change.mutate(checked, { onError: () => setTitlesOnly(!checked) });
            }}
          />
          {address !== null ? (
            <div className="grid gap-1">
              <div className="flex items-end gap-2">
                <TextField
                  label="Link"
                  readOnly
                  value={address}
                  onFocus={(event) => event.target.select()}
                  className="flex-1"
                />
                <Button icon={<Copy aria-hidden className="size-4" />} onClick={() => void copy(address)}>
                  Copy link
                </Button>
              </div>
              <p className="text-xs text-muted">
                Copy it now; it won't be shown again. Paste it where your calendar app adds a calendar by URL.
              </p>
            </div>
          ) : (
            isActive && (
              <p className="text-muted">
                Your link is active. Replace it to get a new one; the old link then stops working.
              </p>
            )
          )}
        </div>
      )}
    </Dialog>
  );
}
