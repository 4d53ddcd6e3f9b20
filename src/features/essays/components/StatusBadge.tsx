import { ESSAY_STATUS_NAMES, type EssayStatus } from '#shared/essays/limits.ts';
import { Badge, type Tone } from '#src/ui/display/Badge.tsx';

const TONE: Record<EssayStatus, Tone> = {
  IDEA: 'neutral',
  DRAFT: 'accent',
  REVIEW: 'warning',
  DONE: 'success',
};

/** The stage of an essay. */
export function StatusBadge({ status }: { status: EssayStatus }) {
  return <Badge tone={TONE[status]}>{ESSAY_STATUS_NAMES[status]}</Badge>;
}
