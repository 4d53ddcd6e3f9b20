import { useQuery } from '@tanstack/react-query';
import { Download, FileArchive, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { DataExport, PersonalData as Data } from '#shared/privacy/responses.ts';
import { DELETION_DAYS, EXPORT_HOURS } from '#shared/privacy/limits.ts';
import { exactMoment } from '#src/lib/dates/relative-time.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { ConfirmByTyping } from '#src/ui/overlays/ConfirmByTyping.tsx';
import { ErrorState, NotFoundState } from '#src/ui/feedback/ErrorState.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { Progress } from '#src/ui/feedback/Progress.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { ReadOnlyContext } from '#src/ui/read-only.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { useDownloadExport, usePersonalDataAction } from '../mutations.ts';
import { privacyQueries } from '../queries.ts';

const iconClass = 'size-4';

function ExportState({ state, finished_at: finishedAt, expires_at: expiresAt }: DataExport) {
  if (state === 'ready' && expiresAt !== null) {
    return <p>The export is ready. You can download it once, until {exactMoment(new Date(expiresAt))}.</p>;
  }
  if (state === 'downloaded' && finishedAt !== null) {
    return (
      <p className="text-muted">
        Last download: <Moment value={finishedAt} />
      </p>
    );
  }
  if (state === 'failed') return <p className="text-danger">The export failed. Try again.</p>;
  if (state === 'expired') return <p className="text-muted">The last export has expired.</p>;
  return null;
}

function ExportSection({ pk, isSelf, data }: { pk: number; isSelf: boolean; data: Data }) {
  const start = usePersonalDataAction('startDataExport', pk);
  const download = useDownloadExport(pk);
  const last = data.export;
  return (
    <Card title="Export data">
      <div className="grid justify-items-start gap-3">
        <p className="text-muted">
          {isSelf
            ? 'Get a copy of your profile, roadmap, tasks, notes and activity as a ZIP file.'
            : 'Get a copy of the profile, roadmap, shared tasks and received notes as a ZIP file.'}{' '}
          It takes a few minutes. You can download it once within {EXPORT_HOURS} hours.
        </p>
        {last !== null && last.state !== 'waiting' && <ExportState {...last} />}
        {last?.state === 'waiting' ? (
          <div className="w-full max-w-sm">
            <Progress label="Preparing the export" value={last.progress} />
          </div>
        ) : last?.state === 'ready' ? (
          <Button
            variant="primary"
            icon={<Download aria-hidden className={iconClass} />}
            busy={download.isPending}
            onClick={() => download.mutate(last.pk)}
          >
            Download ZIP
          </Button>
        ) : (
          <Button
            icon={<FileArchive aria-hidden className={iconClass} />}
            busy={start.isPending}
            onClick={() => start.mutate()}
          >
            Export data
          </Button>
        )}
      </div>
    </Card>
  );
}

function DeletionSection({ pk, isSelf, data }: { pk: number; isSelf: boolean; data: Data }) {
  const [isAsking, setAsking] = useState(false);
  const request = usePersonalDataAction('requestDeletion', pk);
  const withdraw = usePersonalDataAction('withdrawDeletion', pk);
  const account = isSelf ? 'your account' : 'this account';
  const close = () => setAsking(false);
  return (
    <Card title="Delete account">
      {data.deletion === null ? (
        <div className="grid justify-items-start gap-3">
          <p className="text-muted">
            Deletes {account} with all data after {DELETION_DAYS} days. Until then, you can change your mind.
            Future meetings are canceled, and a paid membership ends, on the day of the deletion.
            {data.keeps_notes && ' Notes about others stay, without the author’s name.'}
          </p>
          <Button
            variant="danger"
            icon={<Trash2 aria-hidden className={iconClass} />}
            onClick={() => setAsking(true)}
          >
            Delete account
          </Button>
        </div>
      ) : (
        <Banner
          tone="warning"
          action={
            <Button busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
              Keep account
            </Button>
          }
        >
          {isSelf ? 'Your account' : 'This account'} will be deleted on{' '}
          {exactMoment(new Date(data.deletion.due_at))}.
        </Banner>
      )}
      <ConfirmByTyping
        open={isAsking}
        onClose={close}
        title={isSelf ? 'Delete your account?' : `Delete the account of ${data.full_name}?`}
        description={`After ${DELETION_DAYS} days the account and all its data are deleted and cannot be restored.`}
        phrase={data.full_name}
        confirmLabel="Delete account"
        busy={request.isPending}
        busyLabel="Requesting the deletion"
        onConfirm={() => request.mutate(undefined, { onSuccess: close })}
      />
    </Card>
  );
}

/** The export and the deletion of a person's data, for the person, their parents and privacy staff. */
export function PersonalData({ pk, isSelf }: { pk: number; isSelf: boolean }) {
  const { data, error, refetch, isFetching } = useQuery(privacyQueries.personalData(pk));
  if (data === undefined) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return <NotFoundState />;
    return error === null ? (
      <SkeletonText lines={6} />
    ) : (
      <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
    );
  }
  return (
    <ReadOnlyContext value={false}>
      <ExportSection pk={pk} isSelf={isSelf} data={data} />
      <DeletionSection pk={pk} isSelf={isSelf} data={data} />
    </ReadOnlyContext>
  );
}
