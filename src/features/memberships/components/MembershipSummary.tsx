import type { MembershipDetail } from '#shared/memberships/detail-responses.ts';
import { remainingText } from '#shared/memberships/plans.ts';
import { Badge } from '#src/ui/display/Badge.tsx';
import { includedText, nextText, priceText, STATE_LABELS, STATE_TONES } from '../texts.ts';

/** The plan of a membership, its state, and what is left of it. */
export function MembershipSummary({ membership }: { membership: MembershipDetail }) {
  const { current, current_plan: plan } = membership;
  const left = [
    ['Meetings remaining', membership.meetings_remaining],
    ['Reviews remaining', membership.reviews_remaining],
  ] as const;
  return (
    <div className="grid gap-3">
      <div>
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{current.membership_name}</span>
          <Badge tone={STATE_TONES[current.state]}>{STATE_LABELS[current.state]}</Badge>
          {plan.price_cents > 0 && <span className="text-muted tabular-nums">{priceText(plan)}</span>}
        </p>
        <p>{includedText(plan)}</p>
        <p className="text-muted">{nextText(current)}</p>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {left.map(([label, remaining]) => (
          <div key={label}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="text-xl font-semibold tabular-nums">{remainingText(remaining)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
