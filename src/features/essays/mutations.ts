import { useMutation } from '@tanstack/react-query';
import type { EssayForm, EssayPassage } from '#shared/essays/schema.ts';
import {
  ChangeEssayDetailsDocument,
  type ChangeEssayDetailsInput,
  CreateEssayCommentDocument,
  CreateEssayDocument,
  DeleteEssayCommentDocument,
  DeleteEssayDocument,
  ResolveEssayCommentDocument,
  ShareEssayDocument,
  UpdateEssayDocument,
} from '#src/transport/generated/essays/graphql.ts';
import { request } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import type { EssayValues } from './essay-draft.ts';
import { toEssayDetail } from './queries.ts';

/** Creates an essay; repeating it with the same key creates no second one. */
export function useCreateEssay() {
  return useMutation({
    mutationFn: async ({
      studentPk,
      form,
      values,
      key,
    }: {
      studentPk: number;
      form?: EssayForm;
      /** The text of an essay that was deleted while it was edited. */
      values?: EssayValues;
      key: string;
    }) => {
      const text = values === undefined ? {} : { title: values.title, body: JSON.stringify(values.body) };
      const input = { title: '', ...form, ...text, studentPk, idempotencyKey: key };
      return toEssayDetail((await request(CreateEssayDocument, { input })).createEssay.essay);
    },
  });
}

/** Saves the text of an essay unless someone else changed it in between. */
export function useUpdateEssay() {
  return useMutation({
    mutationFn: async ({
      values: { title, body },
      ...saved
    }: {
      id: string;
      version: number;
      values: EssayValues;
      startsVersion: boolean;
    }) => {
      const input = { ...saved, title, body: JSON.stringify(body) };
      return toEssayDetail((await request(UpdateEssayDocument, { input })).updateEssay.essay);
    },
  });
}

/** Changes status, prompt, word limit, college or date. */
export function useChangeEssayDetails() {
  return useMutation({
    mutationFn: (input: ChangeEssayDetailsInput) => request(ChangeEssayDetailsDocument, { input }),
  });
}

/** Shares an essay with the parents, or stops sharing it. */
export function useShareEssay() {
  return useMutation({
    mutationFn: (input: { id: string; isShared: boolean }) => request(ShareEssayDocument, { input }),
    onSuccess: (_, { isShared }) =>
      showSuccess(
        isShared ? 'Your parents can read this essay now' : 'Your parents can no longer read this essay',
      ),
    onError: (error) => showError(`Could not change who can read this essay: ${error.message}`),
  });
}

/**
 * Deletes an essay with its versions and comments.
 * @param onDeleted runs even if the screen was closed since
 */
export function useDeleteEssay(onDeleted?: () => void) {
  return useMutation({
    mutationFn: ({ id }: { id: string; title: string }) => request(DeleteEssayDocument, { input: { id } }),
    onSuccess: (_, { title }) => {
      onDeleted?.();
      showSuccess(`Deleted ${title}`);
    },
    onError: (error, { title }) => showError(`Could not delete ${title}: ${error.message}`),
  });
}

/** Comments on a passage. */
export function useCreateEssayComment() {
  return useMutation({
    mutationFn: (input: EssayPassage & { essayId: string; body: string; idempotencyKey: string }) =>
      request(CreateEssayCommentDocument, { input }),
  });
}

/** Resolves a comment or opens it again. */
export function useResolveEssayComment() {
  return useMutation({
    mutationFn: (input: { id: string; isResolved: boolean }) =>
      request(ResolveEssayCommentDocument, { input }),
    onError: (error) => showError(`Could not change the comment: ${error.message}`),
  });
}

/** Deletes a comment. */
export function useDeleteEssayComment() {
  return useMutation({
    mutationFn: (id: string) => request(DeleteEssayCommentDocument, { input: { id } }),
    onSuccess: () => showSuccess('Comment deleted'),
    onError: (error) => showError(`Could not delete the comment: ${error.message}`),
  });
}
