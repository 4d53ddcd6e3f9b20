import clsx from 'clsx';
import { useId } from 'react';
import type { MembershipLength, OfferedPlan } from '#shared/memberships/responses.ts';
import { includedText, priceText } from '../texts.ts';

/** Radio buttons to choose a plan, each with its price and what it includes. */
export function PlanChoice({
  plans,
  value,
  onChange,
}: {
  plans: readonly OfferedPlan[];
  value: MembershipLength;
  onChange: (length: MembershipLength) => void;
}) {
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Membership</legend>
      {plans.map((plan) => (
        <label
          key={plan.length}
          className={clsx(
            'grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-2.5 rounded-card border p-3 transition-colors',
            'hover:border-accent has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent',
          )}
        >
          <input
            type="radio"
            name={name}
            value={plan.length}
            checked={plan.length === value}
            onChange={() => onChange(plan.length)}
            className="mt-1 accent-accent"
          />
          <span className="font-semibold">{plan.name}</span>
          <span className="text-right tabular-nums">{priceText(plan)}</span>
          <span className="col-span-2 col-start-2 text-xs text-muted">{includedText(plan)}</span>
        </label>
      ))}
    </fieldset>
  );
}
