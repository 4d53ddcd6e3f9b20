import { useFormDraft } from '#src/lib/drafts/useFormDraft.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { showSuccess } from '#src/ui/feedback/snackbar.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { RichTextView } from '#src/ui/rich-text/RichTextView.tsx';
import { taskDraft } from '../../task-draft.ts';
import { EMPTY_TASK, taskTitleOf } from '../../task-values.ts';

/** Shows the draft of a task that does not exist any more, until the person discards it. */
export function GoneTaskDraft({ owner, pk }: { owner: string; pk: number }) {
  const [{ values, restoredFrom }, draft] = useFormDraft({
    owner,
    subject: taskDraft.task(pk),
    titleOf: taskTitleOf,
    initial: EMPTY_TASK,
    version: null,
  });
  if (restoredFrom === null) return null;
  return (
    <section aria-label="Your unsaved changes" className="mx-auto mt-6 grid w-full max-w-prose gap-3">
      <Banner
        tone="warning"
        action={
          <Button
            onClick={() => showSuccess('Draft discarded', { label: 'Undo', onSelect: draft.discard() })}
          >
            Discard draft
          </Button>
        }
      >
        Your changes to this task were not saved. They are kept on this device. Copy what you need before you
        discard them.
      </Banner>
      <h2 className="font-semibold wrap-anywhere">{values.name || 'Without a name'}</h2>
      <RichTextView body={values.body} />
    </section>
  );
}
