import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import type { useAddTemplatedList } from '../../list-mutations.ts';
import { listQueries } from '../../list-queries.ts';

/** A mentor chooses a templated list for a student (LIST-019). */
export function AddTemplatedListDialog({
  student,
  add,
  onAdded,
  onClose,
}: {
  student: { pk: number; fullName: string };
  /** The caller's mutation, which outlives the dialog: choosing the same list again repeats the same request. */
  add: ReturnType<typeof useAddTemplatedList>;
  onAdded: (slug: string) => void;
  onClose: () => void;
}) {
  const templates = useQuery(listQueries.templates());
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a templated list"
      description={`Adds the list with its tasks, steps, points and due dates for ${student.fullName}. Their parents and mentors can see it.`}
      busy={add.isPending}
      busyLabel="Adding"
      actions={
        <>
          <CancelButton onClick={onClose} />
          <Button
            variant="primary"
            disabledReason={chosen === null ? 'Choose a list first' : undefined}
            onClick={() => {
              if (chosen === null) return;
              add.mutate(
                { userPk: student.pk, templatePk: chosen },
                { onSuccess: (list) => onAdded(list.slug), onSettled: onClose },
              );
            }}
          >
            Add list
          </Button>
        </>
      }
    >
      {templates.data === undefined ? (
        templates.isError ? (
          <ErrorState onRetry={() => void templates.refetch()} retrying={templates.isFetching} />
        ) : (
          <SkeletonText lines={5} />
        )
      ) : (
        <fieldset data-private className="grid gap-1">
          <legend className="sr-only">Templated list</legend>
          {templates.data.map((template) => (
            <label
              key={template.pk}
              className="flex cursor-pointer items-start gap-2.5 rounded-control px-2 py-2 hover:bg-hover has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="template"
                value={template.pk}
                checked={chosen === template.pk}
                onChange={() => setChosen(template.pk)}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span className="grid">
                <span className="font-medium">{template.title}</span>
                <span className="text-sm text-muted">{template.description}</span>
                {template.shipped && (
                  <span className="text-xs text-muted tabular-nums">{template.task_count} tasks</span>
                )}
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </Dialog>
  );
}
