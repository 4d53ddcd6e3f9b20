import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { AppError } from '#shared/kernel/errors.ts';
import {
  MAX_COMMENT_LENGTH,
  REVIEW_MESSAGES,
  type ReviewForm as Values,
  reviewForm,
} from '#shared/ratings/review.ts';
import { MAX_TARGET_POINTS, RATING_CATEGORY_CODES, type RatingCategory } from '#shared/ratings/schema.ts';
import { useDraftInForm } from '#src/lib/drafts/useDraftInForm.ts';
import { useFormDraft } from '#src/lib/drafts/useFormDraft.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { CancelDraftButton } from '#src/ui/overlays/CancelDraftButton.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { DraftBanner } from '#src/ui/feedback/DraftBanner.tsx';
import { FieldError } from '#src/ui/fields/FieldError.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { Slider } from '#src/ui/fields/Slider.tsx';
import { TextArea } from '#src/ui/fields/TextArea.tsx';
import { useCreateSprReview } from '../mutations.ts';
import type { RatingToReview } from '../queries.ts';
import { initialValues, toReviewInput } from '../review-values.ts';
import { CategoryReview, categoryId, LevelMeanings } from './CategoryReview.tsx';
import { ReviewSummary, ReviewTotals } from './ReviewSummary.tsx';

/** The form of a review (SPR-010 to SPR-012). Keeps what was entered on this device until it is submitted. */
export function ReviewForm({
  viewerPk,
  rating,
  onDone,
}: {
  viewerPk: number;
  rating: RatingToReview;
  /** Runs after the review was submitted or canceled. */
  onDone: () => void;
}) {
  const create = useCreateSprReview();
  const [confirming, setConfirming] = useState(false);
  const [initial] = useState(() => initialValues(rating));
  const [draftState, draft] = useFormDraft<Values>({
    owner: String(viewerPk),
    subject: `rating-review:${rating.userPk}`,
    titleOf: () => `Review of ${rating.userFullName}`,
    initial,
    version: rating.version,
  });
  const form = useForm<Values>({ resolver: zodResolver(reviewForm), defaultValues: draftState.values });
  const { control, handleSubmit, formState, reset, setValue, getValues } = form;
  const values = useWatch({ control }) as Values;
  const { errors } = formState;
  useDraftInForm(draft, draftState, reset);

  function changeCategory(code: RatingCategory, category: Values['categories'][RatingCategory]) {
    setValue(`categories.${code}`, category, { shouldValidate: formState.isSubmitted });
    draft.change(getValues());
  }

  function change(field: 'targetPoints' | 'targetPointsComments', value: number | string) {
    setValue(field, value, { shouldValidate: formState.isSubmitted });
    draft.change(getValues());
  }

  const askToConfirm = handleSubmit(
    () => setConfirming(true),
    ({ categories }) => {
      const code = RATING_CATEGORY_CODES.find((one) => categories?.[one] !== undefined);
      document.getElementById(categoryId(code ?? 'academicPerformancePotential'))?.focus();
    },
  );

  async function submit() {
    const version = draftState.version ?? rating.version;
    try {
      await draft.createOnce((given, idempotencyKey) =>
        create.mutateAsync(toReviewInput(rating, given, { version, idempotencyKey })),
      );
      await draft.saved();
      onDone();
    } catch {
      // The mutation shows the message; the values stay in the form.
      setConfirming(false);
    }
  }

  if (!draftState.ready) return <SkeletonText lines={12} />;
  // The submitted review becomes the newest one, so the form must not compare with it.
  const isOutdated = !create.isSuccess && draftState.version !== null && draftState.version < rating.version;
  const isConflict = create.error instanceof AppError && create.error.code === 'CONFLICT';
  return (
    <form
      noValidate
      className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_16rem]"
      onSubmit={(event) => void askToConfirm(event)}
    >
      <div className="grid gap-4 [&>div:empty]:hidden">
        {draftState.restoredFrom !== null && (
          <DraftBanner restoredFrom={draftState.restoredFrom} onDiscard={() => draft.discard()} />
        )}
        {(isOutdated || isConflict) && (
          <ChangedBanner
            onKeep={
              isOutdated
                ? () => {
                    create.reset();
                    draft.change(getValues(), rating.version);
                  }
                : undefined
            }
          />
        )}
        <LevelMeanings />
        <FieldError id="review-unrated" error={errors.categories?.root?.message} />
        {RATING_CATEGORY_CODES.map((code) => {
          const { rated, depth, breadth } = rating[code];
          const wrong = errors.categories?.[code];
          return (
            <CategoryReview
              key={code}
              code={code}
              values={values.categories[code]}
              last={rated ? { depth, breadth } : null}
              error={wrong?.depth?.message ?? wrong?.breadth?.message}
              commentsError={wrong?.comments?.message}
              onChange={(category) => changeCategory(code, category)}
            />
          );
        })}
        <TargetCard
          values={values}
          error={errors.targetPoints?.message}
          commentsError={errors.targetPointsComments?.message}
          onChange={change}
        />
      </div>
      <Card title="This review" className="grid gap-2 lg:sticky lg:top-16">
        <ReviewTotals values={values} last={rating} />
        <div className="flex flex-wrap-reverse justify-end gap-2 lg:*:flex-1">
          <CancelDraftButton draft={draft} discards="review" onCancel={onDone} />
          <Button
            type="submit"
            variant="primary"
            disabledReason={isOutdated ? REVIEW_MESSAGES.changed : undefined}
          >
            Review and submit
          </Button>
        </div>
      </Card>
      <ConfirmDialog
        open={confirming}
        studentName={rating.userFullName}
        isBusy={create.isPending}
        onSubmit={() => void submit()}
        onClose={() => setConfirming(false)}
      >
        <ReviewSummary values={values} last={rating} />
      </ConfirmDialog>
    </form>
  );
}

/** Says that someone else reviewed the student. */
function ChangedBanner({
  onKeep,
}: {
  /** Continues with this review; missing until the newest one is loaded. */
  onKeep: (() => void) | undefined;
}) {
  return (
    <Banner tone="warning" action={onKeep && <Button onClick={onKeep}>Keep my review</Button>}>
      {REVIEW_MESSAGES.changed} Totals are now compared with the newest review.
    </Banner>
  );
}

/** The target points of the student, with comments. */
function TargetCard({
  values,
  error,
  commentsError,
  onChange,
}: {
  values: Pick<Values, 'targetPoints' | 'targetPointsComments'>;
  error: string | undefined;
  commentsError: string | undefined;
  onChange: (field: 'targetPoints' | 'targetPointsComments', value: number | string) => void;
}) {
  return (
    <Card title="Target" className="grid gap-2">
      <Slider
        label="Target points"
        min={0}
        max={MAX_TARGET_POINTS}
        value={values.targetPoints}
        error={error}
        onChange={(value) => onChange('targetPoints', value)}
      />
      <TextArea
        label="Comments on the target"
        hideLabel
        placeholder="Comments (optional)"
        rows={2}
        maxRows={8}
        maxLength={MAX_COMMENT_LENGTH}
        value={values.targetPointsComments}
        error={commentsError}
        onChange={(event) => onChange('targetPointsComments', event.target.value)}
      />
    </Card>
  );
}

/** Asks before a review is submitted, with a summary of it. */
function ConfirmDialog({
  open,
  studentName,
  isBusy,
  onSubmit,
  onClose,
  children,
}: {
  open: boolean;
  studentName: string;
  isBusy: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Submit the review of ${studentName}?`}
      description="A submitted review cannot be edited. The student and their parents see it."
      busy={isBusy}
      busyLabel="Submitting the review"
      actions={
        <>
          <CancelButton onClick={onClose} />
          <Button variant="primary" writes onClick={onSubmit} data-autofocus>
            Submit review
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
