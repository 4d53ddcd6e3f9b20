import { Plus } from 'lucide-react';
import { Button } from '#src/ui/buttons/Button.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { useCreateSpr } from '../mutations.ts';

/** Shown until the rating is generated (SPR-007 to SPR-009). */
export function NotGenerated({
  studentPk,
  isOwn,
  canCreate,
}: {
  studentPk: number;
  isOwn: boolean;
  canCreate: boolean;
}) {
  const create = useCreateSpr();
  return (
    <EmptyState
      title={`${isOwn ? 'Your' : 'This'} student profile rating has not yet been generated.`}
      action={
        canCreate && (
          <Button
            variant="primary"
            icon={<Plus className="size-4" />}
            busy={create.isPending}
            onClick={() => create.mutate(studentPk)}
          >
            Create SPR
          </Button>
        )
      }
    >
      {isOwn ? 'Contact your mentor for more information.' : ''}
    </EmptyState>
  );
}
