import { type AttentionKind, attentionInWords, type AttentionReason } from '#shared/students/attention.ts';
import { Badge, type Tone } from '#src/ui/display/Badge.tsx';

const TONES: Record<AttentionKind, Tone> = {
  review_requested: 'accent',
  no_contact: 'danger',
  overdue_tasks: 'danger',
  deadline: 'warning',
};

/** Why a student needs attention, one badge for each reason. */
export function AttentionBadges({ reasons }: { reasons: readonly AttentionReason[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {reasons.map((reason) => (
        <Badge key={reason.kind} tone={TONES[reason.kind]}>
          {attentionInWords(reason)}
        </Badge>
      ))}
    </span>
  );
}
