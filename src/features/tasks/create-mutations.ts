/** Adding a task typed in one line. */
import { useMutation } from '@tanstack/react-query';
import { type AppError, isOffline } from '#shared/kernel/errors.ts';
import { TASK_LIMITS } from '#shared/tasks/constants.ts';
import { plainBody } from '#shared/tasks/plain-body.ts';
import type { QuickAddValues } from '#shared/tasks/quick-add.ts';
import { useIdempotentMutation } from '#src/lib/queries/useIdempotentMutation.ts';
import {
  CreateTaskDocument,
  type CreateTaskMutationVariables,
} from '#src/transport/generated/tasks/graphql.ts';
import { request } from '#src/transport/transport.ts';
import { dismissSnackbar, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { addToOutbox, deleteFromOutbox } from './outbox.ts';

/** Returns the input for a task typed in one line. */
export function toCreateInput(
  line: string,
  { name, dueAt, points, recurrence }: QuickAddValues,
  containingListId: string,
): CreateTaskMutationVariables['input'] {
  // The typed line is the description until someone edits it.
  const text = line.trim().slice(0, TASK_LIMITS.line);
  return {
    name,
    body: JSON.stringify(plainBody(text)),
    htmlBody: '',
    containingListId,
    points: points ?? 0,
    dueAt: dueAt?.toISOString() ?? null,
    recurrence,
  };
}

/** The shown message about the last added task. The message about the next one replaces it. */
let addedMessage = 0;

/**
 * Adds a task typed in one line. It is in the outbox until the server responds, so closing the popup does not lose it.
 */
export function useQuickAdd(viewerPk: number, listOwnerPk: number = viewerPk) {
  const create = useIdempotentMutation(
    async (values: CreateTaskMutationVariables['input'], idempotencyKey) => {
      const input = { ...values, idempotencyKey };
      const entry = { id: idempotencyKey, kind: 'create', input, listOwnerPk } as const;
      const isStored = await addToOutbox(viewerPk, entry).then(
        () => true,
        () => false,
      );
      let task = null;
      try {
        ({ task } = (await request(CreateTaskDocument, { input })).createTask);
      } catch (error) {
        if (isStored && isOffline(error)) return null;
        // After the end of a session the task stays, and is sent when this person signs in again.
        const hasSessionEnded = (error as Partial<AppError>).code === 'UNAUTHENTICATED';
        if (!hasSessionEnded) await deleteFromOutbox(idempotencyKey).catch(() => undefined);
        throw error;
      }
      await deleteFromOutbox(idempotencyKey).catch(() => undefined);
      return task;
    },
  );
  return useMutation({
    mutationFn: create,
    onSuccess: (task, { name }) => {
      dismissSnackbar(addedMessage);
      addedMessage = showSuccess(
        task === null ? `${name} is kept on this device until you are online.` : `Added ${name}`,
      );
    },
  });
}
