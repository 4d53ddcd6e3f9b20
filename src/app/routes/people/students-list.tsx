import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { useCreateSpr } from '#src/features/ratings/mutations.ts';
import { LastInteractionChip } from '#src/features/interactions/components/LastInteractionChip.tsx';
import { CreateRoadmap } from '#src/features/roadmap/components/CreateRoadmap.tsx';
import { StudentList } from '#src/features/students/components/StudentList.tsx';
import type { StudentSummary } from '#src/features/students/queries.ts';
import { PinButton } from '#src/features/users/components/PinButton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { NotFoundPage } from '../not-found.tsx';
import { useMe } from '../../shell/me.ts';

/** /students/ (STUD-001, STUD-002): for mentors and parents. */
export function Component() {
  const me = useMe();
  const navigate = useNavigate();
  const [creating, setCreating] = useState<StudentSummary | null>(null);
  const createSpr = useCreateSpr();
  const seesEveryone = me.permissions.includes('roadmap.view_roadmap');
  if (!me.capabilities.includes('list_students')) return <NotFoundPage />;
  return (
    <>
      <title>Students · GoPath</title>
      <StudentList
        lastContact={(at) =>
          // The server does not tell staff about interactions with students who are not theirs.
          at === null && seesEveryone ? null : <LastInteractionChip at={at} prefix="" />
        }
        canAddStudent={me.permissions.includes('users.add_student')}
        pin={
          me.capabilities.includes('pin_students') ? (student) => <PinButton student={student} /> : undefined
        }
        onOpen={({ pk }) => void navigate(paths.user(pk))}
        onCreateRoadmap={setCreating}
        onCreateRating={({ pk }) => {
          // STUD-015. After a success, the rating opens.
          if (createSpr.isPending || createSpr.isSuccess) return;
          createSpr.mutate(pk, { onSuccess: () => void navigate(paths.studentProfileRating(pk)) });
        }}
      />
      <Dialog open={creating !== null} onClose={() => setCreating(null)} title="Create Roadmap">
        <div className="pb-4">
          {creating !== null && (
            <CreateRoadmap student={creating} isOwn={false} onCreated={() => setCreating(null)} />
          )}
        </div>
      </Dialog>
    </>
  );
}
