import '#src/lib/zod-without-eval.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { showFieldErrors } from '#src/lib/field-errors.ts';
import type { StaffPlan } from '#shared/memberships/detail-responses.ts';
import { MEMBERSHIP_LIMITS } from '#shared/memberships/limits.ts';
import { type PlanInput, planInput } from '#shared/memberships/schema.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { FormDialog } from '#src/ui/overlays/FormDialog.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useChangePlan } from '../mutations.ts';

/** The values of the inputs, which are text. The price is in dollars. */
const inputs = z.object({
  name: z.string(),
  price_cents: z.string(),
  months: z.string(),
  meetings_per_month: z.string(),
  reviews_per_period: z.string(),
});
type Inputs = z.output<typeof inputs>;

const toNumber = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

function formOf({ length }: StaffPlan) {
  return inputs
    .transform((values) => ({
      name: values.name,
      price_cents: Math.round(toNumber(values.price_cents) * 100),
      months: toNumber(values.months),
      meetings_per_month: toNumber(values.meetings_per_month),
      reviews_per_period: toNumber(values.reviews_per_period),
    }))
    .pipe(planInput(length));
}

/** Changes a plan, except its kind. */
export function PlanDialog({ plan, onClose }: { plan: StaffPlan; onClose: () => void }) {
  const id = useId();
  const change = useChangePlan(plan.length);
  const [form] = useState(() => formOf(plan));
  const fields = useForm<Inputs, unknown, PlanInput>({
    resolver: zodResolver(form),
    defaultValues: {
      name: plan.name,
      price_cents: String(plan.price_cents / 100),
      months: String(plan.months),
      meetings_per_month: String(plan.meetings_per_month),
      reviews_per_period: String(plan.reviews_per_period),
    },
  });
  const { register, handleSubmit, setError, formState } = fields;
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      await change.mutateAsync(values);
      onClose();
    } catch (error) {
      if (!showFieldErrors(error, fields)) {
        setError('root', { message: 'Could not change the plan. Check your connection and try again.' });
      }
    }
  });
  const numeric = { inputMode: 'decimal', autoComplete: 'off', required: true } as const;
  return (
    <FormDialog
      onClose={onClose}
      title={`Edit plan ${plan.name}`}
      description="Changes apply to new payments and from the next grant on. Current payments keep their price."
      form={id}
      submitLabel="Save plan"
      isBusy={isSubmitting}
    >
      <form id={id} noValidate className="grid gap-4 pb-2" onSubmit={(event) => void submit(event)}>
        {errors.root?.message !== undefined && <Banner tone="danger">{errors.root.message}</Banner>}
        <TextField
          label="Name"
          required
          maxLength={MEMBERSHIP_LIMITS.planName}
          autoComplete="off"
          data-autofocus
          error={errors.name?.message}
          {...register('name')}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {plan.length !== 'free' && (
            <TextField
              label={`Price (${plan.currency.toUpperCase()})`}
              {...numeric}
              error={errors.price_cents?.message}
              {...register('price_cents')}
            />
          )}
          <TextField
            label={plan.length === 'free' ? 'Months between reviews' : 'Months between payments'}
            {...numeric}
            error={errors.months?.message}
            {...register('months')}
          />
          <TextField
            label="Meetings a month"
            hint="-1 for no limit."
            {...numeric}
            error={errors.meetings_per_month?.message}
            {...register('meetings_per_month')}
          />
          <TextField
            label="Reviews a period"
            hint="-1 for no limit."
            {...numeric}
            error={errors.reviews_per_period?.message}
            {...register('reviews_per_period')}
          />
        </div>
      </form>
    </FormDialog>
  );
}
