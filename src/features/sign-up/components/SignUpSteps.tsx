import clsx from 'clsx';
import { Check } from 'lucide-react';

/** The steps of the whole sign-up; the first one is on the identity provider's pages. */
export const SIGN_UP_STEPS = ['Account', 'About you', 'Membership', 'Done'] as const;
export type SignUpStep = (typeof SIGN_UP_STEPS)[number];

/** Shows how far the sign-up is. */
export function SignUpSteps({ current, hasPlans }: { current: SignUpStep; hasPlans: boolean }) {
  const steps = SIGN_UP_STEPS.filter((step) => hasPlans || step !== 'Membership');
  const position = steps.indexOf(current);
  return (
    <ol aria-label="Sign-up progress" className="mb-5 flex gap-2">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === position ? 'step' : undefined}
          className={clsx(
            // As wide as its label, because on a phone equal widths are too narrow for the longest one.
            'grid min-w-0 flex-auto content-start gap-1.5 border-t-2 pt-2 text-xs',
            index <= position ? 'border-accent' : 'border-border',
            index === position ? 'font-semibold text-text' : 'text-muted',
          )}
        >
          <span className="flex min-w-0 items-center gap-1">
            {index < position && <Check aria-label="Done:" className="size-3.5 shrink-0 text-accent-text" />}
            <span className="truncate">{step}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
