import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { AppError } from '#shared/kernel/errors.ts';
import { LEDGER_KINDS } from '#shared/memberships/billing.ts';
import { MEMBERSHIP_LIMITS } from '#shared/memberships/limits.ts';
import { correctionInput } from '#shared/memberships/schema.ts';
import { fieldErrorOf, showFieldErrors } from '#src/lib/field-errors.ts';
import { setFormStart } from '#src/lib/set-form-start.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useCorrectMembership } from '../mutations.ts';

const form = correctionInput.omit({ idempotency_key: true });
const EMPTY: z.input<typeof form> = { kind: 'meetings', amount: 1, note: '' };
const STORED_EARLIER = 'Your earlier correction was stored. Check the history.';
const FIELDS = ['kind', 'amount', 'note'] as const;
const LABELS = { meetings: 'Meetings', reviews: 'Reviews' } as const;
const KINDS = LEDGER_KINDS.map((kind) => ({ value: kind, label: LABELS[kind] }));

/** Returns the message of a failed correction; null if its fields show it. */
function messageOf(error: Error | null): string | null {
  if (!(error instanceof AppError) || error.code !== 'INVALID_INPUT') return error?.message ?? null;
  // The key was used with other values: their response was lost.
  if (fieldErrorOf(error, 'idempotencyKey') !== undefined) return STORED_EARLIER;
  return FIELDS.some((name) => fieldErrorOf(error, name) !== undefined) ? null : error.message;
}

/** Grants meetings or reviews with a reason, or removes some. */
export function CorrectionForm({ pk }: { pk: number }) {
  const correct = useCorrectMembership(pk);
  // The idempotency key: a repeated request after a lost response is applied once.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const fields = useForm({ resolver: zodResolver(form), defaultValues: EMPTY });
  const { register, handleSubmit, getValues } = fields;
  const { errors } = fields.formState;
  const submit = handleSubmit(async (values) => {
    const typed = { ...getValues() };
    try {
      await correct.mutateAsync({ ...values, idempotency_key: key });
      setFormStart(fields, typed, EMPTY);
      setKey(crypto.randomUUID());
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'INVALID_INPUT') return;
      setKey(crypto.randomUUID());
      showFieldErrors(error, fields);
    }
  });
  const message = messageOf(correct.error);
  return (
    <form noValidate aria-label="Correction" className="grid gap-3" onSubmit={(event) => void submit(event)}>
      {message !== null && <Banner tone="danger">{message}</Banner>}
      <div className="grid gap-3 sm:grid-cols-2">
        <Select label="What" options={KINDS} error={errors.kind?.message} {...register('kind')} />
        <TextField
          label="Amount"
          type="number"
          min={-MEMBERSHIP_LIMITS.amount}
          max={MEMBERSHIP_LIMITS.amount}
          step={1}
          required
          hint="A negative number removes some."
          error={errors.amount?.message}
          {...register('amount', { valueAsNumber: true })}
        />
      </div>
      <TextField
        label="Reason"
        required
        maxLength={MEMBERSHIP_LIMITS.note}
        error={errors.note?.message}
        {...register('note')}
      />
      <Button type="submit" variant="primary" className="w-fit" busy={correct.isPending}>
        Correct membership
      </Button>
    </form>
  );
}
