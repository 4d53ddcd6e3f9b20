import '#src/lib/zod-without-eval.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { format, parseISO } from 'date-fns';
import { useId, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { AppError } from '#shared/kernel/errors.ts';
import { ESSAY_LIMITS } from '#shared/essays/limits.ts';
import { PROMPT_SETS, PROMPT_YEAR, type PromptSetKey } from '#shared/essays/prompts.ts';
import { type EssayForm, essayForm } from '#shared/essays/schema.ts';
import { useIdempotentMutation } from '#src/lib/queries/useIdempotentMutation.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { DatePicker } from '#src/ui/pickers/DatePicker.tsx';
import { FormDialog } from '#src/ui/overlays/FormDialog.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { TextArea } from '#src/ui/fields/TextArea.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useChangeEssayDetails, useCreateEssay } from '../mutations.ts';
import type { EssayDetail, StudentEssays } from '../queries.ts';

/** The fields as inputs hold them: text. */
const inputs = z
  .object({
    title: z.string(),
    prompt: z.string(),
    wordLimit: z.string(),
    collegeId: z.string(),
    dueOn: z.string(),
  })
  .transform(({ wordLimit, collegeId, dueOn, ...text }) => ({
    ...text,
    wordLimit: wordLimit.trim() === '' ? null : Number(wordLimit),
    collegeId: collegeId === '' ? null : collegeId,
    dueOn: dueOn === '' ? null : dueOn,
  }))
  .pipe(essayForm);
type Inputs = z.input<typeof inputs>;

const OWN = 'own';

/** The published prompts of the year: choosing one fills prompt and word limit. */
const PROMPT_OPTIONS = [
  { value: OWN, label: 'Another prompt' },
  ...(Object.keys(PROMPT_SETS) as PromptSetKey[]).flatMap((key) =>
    PROMPT_SETS[key].prompts.map((prompt, index) => ({
      value: `${key}:${index}`,
      label: `${PROMPT_SETS[key].name} ${index + 1}: ${prompt.slice(0, 60)}…`,
    })),
  ),
];

function promptOf(choice: string): { prompt: string; wordLimit: number; title: string } | null {
  const [key, index] = choice.split(':');
  const set = PROMPT_SETS[key as PromptSetKey] as (typeof PROMPT_SETS)[PromptSetKey] | undefined;
  const prompt = set?.prompts[Number(index)];
  if (set === undefined || prompt === undefined) return null;
  return { prompt, wordLimit: set.wordLimit, title: set.name };
}

function choiceOf(prompt: string): string {
  return PROMPT_OPTIONS.find(({ value }) => promptOf(value)?.prompt === prompt)?.value ?? OWN;
}

/** Adds an essay, or changes the details of one. */
export function EssayFormDialog({
  studentPk,
  colleges,
  essay,
  onClose,
  onCreated,
}: {
  studentPk: number;
  colleges: StudentEssays['colleges'];
  /** The essay whose details change; without it a new one is added. */
  essay?: EssayDetail;
  onClose: () => void;
  onCreated?: (pk: number) => void;
}) {
  const id = useId();
  const create = useCreateEssay();
  const change = useChangeEssayDetails();
  const createOnce = useIdempotentMutation((form: EssayForm, key) =>
    create.mutateAsync({ studentPk, form, key }),
  );
  const [choice, setChoice] = useState(() => choiceOf(essay?.prompt ?? ''));
  const { register, control, handleSubmit, setError, setValue, getValues, formState } = useForm<
    Inputs,
    unknown,
    EssayForm
  >({
    resolver: zodResolver(inputs),
    defaultValues: {
      title: essay?.title ?? '',
      prompt: essay?.prompt ?? '',
      wordLimit: essay?.wordLimit?.toString() ?? '',
      collegeId: essay?.college?.id ?? '',
      dueOn: essay?.dueOn ?? '',
    },
  });
  const { errors, isSubmitting } = formState;
  /** The problem of an unreadable due date; saving the form must not remove the stored date. */
  const [dateProblem, setDateProblem] = useState<string>();

  const choose = (value: string) => {
    const before = promptOf(choice);
    setChoice(value);
    const chosen = promptOf(value);
    if (chosen === null) return;
    setValue('prompt', chosen.prompt, { shouldValidate: formState.isSubmitted });
    setValue('wordLimit', String(chosen.wordLimit), { shouldValidate: formState.isSubmitted });
    const title = getValues('title').trim();
    if (title === '' || title === before?.title) setValue('title', chosen.title);
  };

  const submit = handleSubmit(async (form) => {
    try {
      if (essay === undefined) onCreated?.((await createOnce(form)).pk);
      else {
        const { title: _, ...details } = form;
        await change.mutateAsync({ id: essay.id, ...details });
      }
      onClose();
    } catch (error) {
      const fields = error instanceof AppError ? Object.entries(error.fields ?? {}) : [];
      for (const [name, message] of fields) setError(name as keyof Inputs, { message });
      if (fields.length === 0) {
        setError('root', { message: 'Could not save. Check your connection and try again.' });
      }
    }
  });

  return (
    <FormDialog
      onClose={onClose}
      title={essay === undefined ? 'Add essay' : 'Essay details'}
      form={id}
      submitLabel={essay === undefined ? 'Add essay' : 'Save'}
      isBusy={isSubmitting}
    >
      <form
        id={id}
        noValidate
        className="grid gap-4 pb-2"
        onSubmit={(event) => {
          if (dateProblem === undefined) void submit(event);
          else event.preventDefault();
        }}
      >
        {errors.root?.message !== undefined && <Banner tone="danger">{errors.root.message}</Banner>}
        {essay === undefined && (
          <TextField
            label="Title"
            required
            maxLength={ESSAY_LIMITS.title}
            autoComplete="off"
            data-autofocus
            error={errors.title?.message}
            {...register('title')}
          />
        )}
        <Select
          label="Published prompt"
          hint={`Prompts of ${PROMPT_YEAR}. Choosing one fills in the text and the word limit.`}
          options={PROMPT_OPTIONS}
          value={choice}
          onChange={(event) => choose(event.target.value)}
        />
        <TextArea
          label="Prompt"
          optional
          rows={3}
          maxRows={8}
          maxLength={ESSAY_LIMITS.prompt}
          error={errors.prompt?.message}
          {...register('prompt')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Word limit"
            optional
            inputMode="numeric"
            autoComplete="off"
            error={errors.wordLimit?.message}
            {...register('wordLimit')}
          />
          <Controller
            control={control}
            name="dueOn"
            render={({ field: { value, onChange } }) => (
              <DatePicker
                label="Due date"
                optional
                error={dateProblem ?? errors.dueOn?.message}
                value={value === '' ? null : parseISO(value)}
                onChange={(date, problem) => {
                  setDateProblem(problem);
                  if (problem === undefined) onChange(date === null ? '' : format(date, 'yyyy-MM-dd'));
                }}
              />
            )}
          />
        </div>
        {colleges.length > 0 && (
          <Select
            label="College"
            optional
            hint="From the roadmap."
            placeholder="No college"
            options={colleges.map((college) => ({ value: college.id, label: college.name }))}
            error={errors.collegeId?.message}
            {...register('collegeId')}
          />
        )}
      </form>
    </FormDialog>
  );
}
