/**
 * Changes of a roadmap: hooks that show the result in a message. `updateClass`, `updateActivity` and `updateCollege` are
 * plain functions, because fields save automatically through `unsaved/`, which shows their messages.
 *
 * A create that is sent again after a lost response must not create twice. The forms of classes, scores and activities
 * pass the idempotency key of their draft; colleges get one from `useIdempotentMutation`.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useIdempotentMutation } from '#src/lib/queries/useIdempotentMutation.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import {
  type ActivityCategory,
  CreateActivityDocument,
  type CreateActivityInput,
  CreateActScoreDocument,
  type CreateActScoreInput,
  CreateCategoricalExamScoreDocument,
  type CreateCategoricalExamScoreInput,
  CreateClassGradeDocument,
  type CreateClassGradeInput,
  CreateCollegeDocument,
  type CreateCollegeInput,
  CreateRoadmapDocument,
  type CreateRoadmapInput,
  CreateSatScoreDocument,
  type CreateSatScoreInput,
  DeleteActivityDocument,
  DeleteClassGradeDocument,
  DeleteCollegeDocument,
  DeleteExamScoreDocument,
  ReorderActivitiesDocument,
  UpdateActivityDocument,
  type UpdateActivityInput,
  UpdateActScoreDocument,
  type UpdateActScoreInput,
  UpdateCategoricalExamScoreDocument,
  type UpdateCategoricalExamScoreInput,
  UpdateClassGradeDocument,
  type UpdateClassGradeInput,
  UpdateCollegeDocument,
  type UpdateCollegeInput,
  UpdateRoadmapDocument,
  type UpdateRoadmapInput,
  UpdateSatScoreDocument,
  type UpdateSatScoreInput,
} from '#src/transport/generated/roadmap/graphql.ts';
import { request } from '#src/transport/transport.ts';
import { monthYear } from './dates.ts';
import { roadmapKeys } from './queries.ts';

/**
 * Returns a mutation that reports success or the server's first error message in a snackbar (API-014). A failure reloads
 * the roadmap, because someone else may have changed it.
 */
function useMutationWithToast<Input, Result>(
  send: (input: Input) => Promise<Result>,
  messages: { done: (result: Result, input: Input) => string; failed: (input: Input) => string },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (result, input) => showSuccess(messages.done(result, input)),
    onError: (error, input) => {
      showError(`${messages.failed(input)}: ${error.message}`);
      void client.invalidateQueries({ queryKey: roadmapKeys.all });
    },
  });
}

/** Creates a roadmap (ROAD-019, ROAD-020). */
export function useCreateRoadmap() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: CreateRoadmapInput) =>
      (await request(CreateRoadmapDocument, { input })).createRoadmap.roadmap,
    onSuccess: () => showSuccess('Roadmap successfully created'),
    onError: (error) => {
      showError(error.message);
      // Someone else may have created it.
      void client.invalidateQueries();
    },
  });
}

/** Changes fields of a roadmap. */
export function useUpdateRoadmap() {
  return useMutationWithToast(
    async (input: UpdateRoadmapInput) =>
      (await request(UpdateRoadmapDocument, { input })).updateRoadmap.roadmap,
    { done: () => 'Updated roadmap', failed: () => 'Failed to update roadmap' },
  );
}

/** Adds a class (ACAD-034, ACAD-037). */
export function useCreateClass() {
  return useMutationWithToast(
    async (input: CreateClassGradeInput) =>
      (await request(CreateClassGradeDocument, { input })).createClassGrade.classGrade,
    { done: ({ name }) => `Created ${name}`, failed: () => 'Failed to create class' },
  );
}

/** Saves changes of a class. */
export async function updateClass(input: UpdateClassGradeInput) {
  return (await request(UpdateClassGradeDocument, { input })).updateClassGrade.classGrade;
}

/** Deletes a class (ACAD-036, ACAD-037). */
export function useDeleteClass() {
  return useMutationWithToast(
    async (id: string) => (await request(DeleteClassGradeDocument, { input: { id } })).deleteClassGrade,
    { done: ({ name }) => `Deleted ${name}`, failed: () => 'Failed to delete class' },
  );
}

/** Adds an SAT score (EXAM-029, EXAM-033). */
export function useCreateSatScore() {
  return useMutationWithToast(
    async (input: CreateSatScoreInput) =>
      (await request(CreateSatScoreDocument, { input })).createSatScore.satScoreEdge.node,
    {
      done: ({ takenAt }) => `Created SAT score for exam on ${monthYear(takenAt)}`,
      failed: () => 'Failed to create SAT score',
    },
  );
}

/** Adds an ACT score (EXAM-030). */
export function useCreateActScore() {
  return useMutationWithToast(
    async (input: CreateActScoreInput) =>
      (await request(CreateActScoreDocument, { input })).createActScore.actScoreEdge.node,
    {
      done: ({ takenAt }) => `Created ACT score for exam on ${monthYear(takenAt)}`,
      failed: () => 'Failed to create ACT score',
    },
  );
}

/** Adds another exam score (EXAM-031). */
export function useCreateExamScore() {
  return useMutationWithToast(
    async ({ input }: { input: CreateCategoricalExamScoreInput; exam: string }) =>
      (await request(CreateCategoricalExamScoreDocument, { input })).createCategoricalExamScore
        .categoricalExamScoreEdge.node,
    {
      done: ({ takenAt }, { exam }) => `Created ${exam} score for exam on ${monthYear(takenAt)}`,
      failed: ({ exam }) => `Failed to create ${exam} score`,
    },
  );
}

/** A change of a score of any kind, with the exam's name for messages. */
export type ScoreUpdate =
  | { kind: 'SAT'; exam: string; input: UpdateSatScoreInput }
  | { kind: 'ACT'; exam: string; input: UpdateActScoreInput }
  | { kind: 'other'; exam: string; input: UpdateCategoricalExamScoreInput };

async function updateScore(update: ScoreUpdate): Promise<{ takenAt: string; version: number }> {
  if (update.kind === 'SAT')
    return (await request(UpdateSatScoreDocument, { input: update.input })).updateSatScore.satScore;
  if (update.kind === 'ACT')
    return (await request(UpdateActScoreDocument, { input: update.input })).updateActScore.actScore;
  return (await request(UpdateCategoricalExamScoreDocument, { input: update.input }))
    .updateCategoricalExamScore.categoricalExamScore;
}

/** Saves an edited score. */
export function useUpdateScore() {
  return useMutationWithToast(updateScore, {
    done: ({ takenAt }, { exam }) => `Updated ${exam} score for exam on ${monthYear(takenAt)}`,
    failed: ({ exam }) => `Failed to update ${exam} score`,
  });
}

/** Deletes a score (EXAM-032, EXAM-034). */
export function useDeleteScore() {
  return useMutationWithToast(
    async ({ id }: { id: string; exam: string }) =>
      (await request(DeleteExamScoreDocument, { input: { id } })).deleteExamScore,
    {
      done: ({ takenAt }, { exam }) => `Deleted ${exam} score for exam on ${monthYear(takenAt)}`,
      failed: ({ exam }) => `Failed to delete ${exam} score`,
    },
  );
}

/** Adds an activity (ACTV-016, ACTV-019). */
export function useCreateActivity() {
  return useMutationWithToast(
    async (input: CreateActivityInput) =>
      (await request(CreateActivityDocument, { input })).createActivity.activity,
    { done: ({ name }) => `Created ${name}`, failed: () => 'Failed to create activity' },
  );
}

/** Saves changes of an activity. */
export async function updateActivity(input: UpdateActivityInput) {
  return (await request(UpdateActivityDocument, { input })).updateActivity.activity;
}

/** Deletes an activity (ACTV-018, ACTV-019). */
export function useDeleteActivity() {
  return useMutationWithToast(
    async (id: string) => (await request(DeleteActivityDocument, { input: { id } })).deleteActivity,
    { done: ({ name }) => `Deleted ${name}`, failed: () => 'Failed to delete activity' },
  );
}

/** Reorders activities. Pending until the roadmap is refetched, which has the old order until then. */
export function useReorderActivities() {
  const client = useQueryClient();
  return useMutation({
    // Sent one after the other: otherwise the server could store an earlier order last.
    scope: { id: 'reorder activities' },
    mutationFn: async (input: { roadmapId: string; category: ActivityCategory; ids: string[] }) =>
      (await request(ReorderActivitiesDocument, { input })).reorderActivities.ids,
    onSuccess: () => client.invalidateQueries({ queryKey: roadmapKeys.all }, { cancelRefetch: false }),
    onError: (error) => {
      showError(`Failed to update activity: ${error.message}`);
      // The next try needs the activities that someone else added.
      void client.invalidateQueries({ queryKey: roadmapKeys.all });
    },
  });
}

/** Adds a college (COLL-033, COLL-035). */
export function useCreateCollege() {
  return useMutationWithToast(
    useIdempotentMutation(
      async (input: CreateCollegeInput, idempotencyKey) =>
        (await request(CreateCollegeDocument, { input: { ...input, idempotencyKey } })).createCollege
          .collegeEdge.node,
    ),
    { done: ({ name }) => `Created ${name}`, failed: () => 'Failed to create college' },
  );
}

/** Saves changes of a college. */
export async function updateCollege(input: UpdateCollegeInput) {
  return (await request(UpdateCollegeDocument, { input })).updateCollege.college;
}

/** Deletes a college (COLL-034, COLL-035). */
export function useDeleteCollege() {
  return useMutationWithToast(
    async (id: string) => (await request(DeleteCollegeDocument, { input: { id } })).deleteCollege,
    { done: ({ name }) => `Deleted ${name}`, failed: () => 'Failed to delete college' },
  );
}
