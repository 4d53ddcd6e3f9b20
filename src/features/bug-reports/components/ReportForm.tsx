import { zodResolver } from '@hookform/resolvers/zod';
import { ImagePlus, Trash2 } from 'lucide-react';
import { type ChangeEvent, type ClipboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { BUG_REPORT_LIMITS } from '#shared/bug-reports/limits.ts';
import { createBugReportInput } from '#shared/bug-reports/schema.ts';
import { PICTURE_LIMITS, PICTURE_MESSAGES } from '#shared/kernel/picture.ts';
import type { Rectangle } from '#src/transport/report-outbox.ts';
import { useFormDraft } from '#src/lib/drafts/useFormDraft.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { DraftBanner } from '#src/ui/feedback/DraftBanner.tsx';
import { FieldError } from '#src/ui/fields/FieldError.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { TextArea } from '#src/ui/fields/TextArea.tsx';
import { showError } from '#src/ui/feedback/snackbar.ts';
import { type Edit, exportEdited } from '../edit-picture.ts';
import { useQueueReport } from '../mutations.ts';
import { ScreenshotEditor } from './ScreenshotEditor.tsx';

const formInput = z.object({ body: createBugReportInput.shape.body });

/** The data sent with the report's text. */
export interface ReportContext {
  /** The global id of the author. */
  owner: string;
  /** The address of the page, without its query. */
  page: string;
  commitHash: string;
}

/** The screenshot that the extension captured or the server refused, with its initial masks. */
interface StartPicture {
  picture: ImageBitmap;
  masks: readonly Rectangle[];
}

/** A report with its screenshot, as they will be sent. */
interface Preview {
  body: string;
  blob: Blob;
  /** The address of the screenshot in this page. */
  url: string;
}

/** Returns the chosen screenshot with its edits, and the problem of a file that is no picture. */
function useScreenshot(start: StartPicture | null) {
  const [picture, setPicture] = useState(start?.picture ?? null);
  const [edits, setEdits] = useState<Edit[]>(
    () => start?.masks.map((area) => ({ kind: 'redact', area })) ?? [],
  );
  const [error, setError] = useState<string>();

  async function take(file: Blob) {
    setError(undefined);
    if (!(PICTURE_LIMITS.types as readonly string[]).includes(file.type)) {
      setError(PICTURE_MESSAGES.wrongType);
      return;
    }
    try {
      setPicture(await createImageBitmap(file));
      setEdits([]);
    } catch {
      setError(PICTURE_MESSAGES.broken);
    }
  }

  function remove() {
    setPicture(null);
    setEdits([]);
  }

  return { picture, edits, error, setEdits, take, remove };
}

/** Describes a bug, with or without a screenshot. Shows everything that will be sent. */
export function ReportForm({
  draftOwner,
  context,
  start,
  correcting,
  onDone,
}: {
  /** The owner of the draft: the person's pk. */
  draftOwner: string;
  context: ReportContext;
  start: StartPicture | null;
  /** The refused report that the new one replaces; null for a new one. */
  correcting: { id: string; body: string } | null;
  onDone: () => void;
}) {
  const queue = useQueueReport();
  const { picture, edits, setEdits, ...screenshot } = useScreenshot(start);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [draftState, draft] = useFormDraft({
    owner: draftOwner,
    subject: correcting === null ? 'bug-report' : `bug-report:${correcting.id}`,
    titleOf: ({ body }) => `Bug report: ${body}`,
    initial: { body: correcting?.body ?? '' },
    version: null,
  });
  const { register, handleSubmit, formState, getValues, setValue } = useForm({
    resolver: zodResolver(formInput),
    defaultValues: draftState.values,
  });
  // The draft also changes without the field, when it is discarded or restored.
  const { body: draftBody } = draftState.values;
  useEffect(() => {
    if (getValues('body') !== draftBody) setValue('body', draftBody);
  }, [draftBody, getValues, setValue]);

  // Frees the memory of a screenshot that is no longer shown.
  useEffect(() => () => (preview === null ? undefined : URL.revokeObjectURL(preview.url)), [preview]);

  async function send(body: string, blob: Blob | null) {
    try {
      await queue.mutateAsync({ ...context, id: correcting?.id, body, picture: blob });
      await draft.saved();
      onDone();
    } catch {
      showError('The report could not be kept on this device. Nothing was sent.');
    }
  }

  const sendPlain = handleSubmit(({ body }) => send(body, null));
  const openPreview = handleSubmit(async ({ body }) => {
    if (picture === null) return;
    try {
      const blob = await exportEdited(picture, edits);
      setPreview({ body, blob, url: URL.createObjectURL(blob) });
    } catch {
      showError('Could not create the preview. Your report is kept. Try again.');
    }
  });

  // Shows no form before the draft was looked up: text typed until then could be lost, or mixed with the
  // draft.
  if (!draftState.ready) return <SkeletonText lines={6} />;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => void (picture === null ? sendPlain(event) : openPreview(event))}
      onPaste={(event: ClipboardEvent) => {
        const file = [...event.clipboardData.files].find(({ type }) => type.startsWith('image/'));
        if (file !== undefined) void screenshot.take(file);
      }}
    >
      {draftState.restoredFrom !== null && (
        <DraftBanner restoredFrom={draftState.restoredFrom} onDiscard={() => draft.discard()} />
      )}
      <TextArea
        label="What went wrong?"
        hint="What you did, what you expected, and what happened instead."
        required
        rows={4}
        maxLength={BUG_REPORT_LIMITS.body}
        error={formState.errors.body?.message}
        {...register('body', {
          onChange: (event: ChangeEvent<HTMLTextAreaElement>) => draft.change({ body: event.target.value }),
        })}
      />
      <ScreenshotCard
        picture={picture}
        edits={edits}
        error={screenshot.error}
        onEdit={setEdits}
        onChoose={(file) => void screenshot.take(file)}
        onRemove={screenshot.remove}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {picture !== null && (
          <Button busy={queue.isPending} onClick={() => void sendPlain()}>
            Send without screenshot
          </Button>
        )}
        <Button type="submit" variant="primary" writes={false} busy={queue.isPending}>
          {picture === null ? 'Send report' : 'Preview'}
        </Button>
      </div>
      {picture === null && <IncludedData context={context} />}
      <PreviewDialog
        preview={preview}
        context={context}
        isBusy={queue.isPending}
        onBack={() => setPreview(null)}
        onSend={({ body, blob }) => void send(body, blob)}
      />
    </form>
  );
}

/** The screenshot of a report: chosen, captured or pasted, with its blacked-out areas. */
function ScreenshotCard({
  picture,
  edits,
  error,
  onEdit,
  onChoose,
  onRemove,
}: {
  picture: ImageBitmap | null;
  edits: Edit[];
  error: string | undefined;
  onEdit: (edits: Edit[]) => void;
  onChoose: (file: Blob) => void;
  onRemove: () => void;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  const errorId = useId();
  return (
    <Card
      title="Screenshot"
      action={
        picture !== null && (
          <Button variant="ghost" icon={<Trash2 aria-hidden className="size-4" />} onClick={onRemove}>
            Remove
          </Button>
        )
      }
    >
      <input
        ref={chooser}
        type="file"
        accept={PICTURE_LIMITS.types.join(',')}
        aria-label="Screenshot file"
        className="hidden"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) onChoose(file);
          event.target.value = '';
        }}
      />
      {picture === null ? (
        <div className="grid justify-items-start gap-2">
          <p className="text-sm text-muted">
            A screenshot helps us find the problem. Choose or paste one. You can black out parts before
            sending.
          </p>
          <Button
            icon={<ImagePlus aria-hidden className="size-4" />}
            onClick={() => chooser.current?.click()}
          >
            Choose screenshot
          </Button>
        </div>
      ) : (
        <ScreenshotEditor picture={picture} edits={edits} onChange={onEdit} />
      )}
      <FieldError id={errorId} error={error} />
    </Card>
  );
}

/** Shows a report exactly as it will be sent; closed without one. */
function PreviewDialog({
  preview,
  context,
  isBusy,
  onBack,
  onSend,
}: {
  preview: Preview | null;
  context: ReportContext;
  isBusy: boolean;
  onBack: () => void;
  onSend: (preview: Preview) => void;
}) {
  return (
    <Dialog
      open={preview !== null}
      onClose={onBack}
      title="This is what will be sent"
      description="Only the people who run GoPath can see it."
      width="large"
      actions={
        <>
          <Button onClick={onBack}>Back</Button>
          <Button
            variant="primary"
            data-autofocus
            busy={isBusy}
            onClick={() => preview !== null && onSend(preview)}
          >
            Send report
          </Button>
        </>
      }
    >
      {preview !== null && (
        <div className="grid gap-3">
          <img
            src={preview.url}
            alt="Screenshot as it will be sent"
            className="max-h-80 max-w-full justify-self-start border"
          />
          <p className="whitespace-pre-wrap">{preview.body}</p>
          <IncludedData context={context} />
        </div>
      )}
    </Dialog>
  );
}

/** The data included with a report besides its text and screenshot. */
function IncludedData({ context }: { context: ReportContext }) {
  const rows = [
    ['Page', context.page || 'not known'],
    ['Version', context.commitHash],
    ['Browser', navigator.userAgent],
  ];
  return (
    <div className="grid gap-1 text-xs text-muted">
      <p>Included with your report: your name; your IP address and city (deleted after 90 days);</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="font-medium">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
