import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  MEMBERSHIP_LENGTHS,
  type MembershipLength,
  type OfferedPlan,
} from '#shared/memberships/responses.ts';
import { PlanChoice } from './PlanChoice.tsx';

const planForm = z.object({ length: z.enum(MEMBERSHIP_LENGTHS) });

/** Chooses one of the offered plans. */
export function PlanForm({
  label,
  plans,
  initial,
  onSubmit,
  children,
}: {
  /** The name of the form for screen readers. */
  label: string;
  plans: readonly OfferedPlan[];
  initial: MembershipLength;
  onSubmit: (length: MembershipLength) => void;
  /** Returns the buttons below the plans. */
  children: (chosen: MembershipLength) => ReactNode;
}) {
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(planForm),
    defaultValues: { length: initial },
  });
  const chosen = useWatch({ control, name: 'length' });
  const submit = handleSubmit(({ length }) => onSubmit(length));
  return (
    <form noValidate aria-label={label} className="grid gap-3" onSubmit={(event) => void submit(event)}>
      <Controller
        control={control}
        name="length"
        render={({ field }) => <PlanChoice plans={plans} value={field.value} onChange={field.onChange} />}
      />
      {children(chosen)}
    </form>
  );
}
