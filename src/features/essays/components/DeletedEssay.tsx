import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { useWaitingDraft } from '#src/lib/drafts/useFormDraft.ts';
import { UpLink } from '#src/ui/navigation/UpLink.tsx';
import { essayDraftSubject } from '../essay-draft.ts';
import { EssayEditor } from './EssayEditor.tsx';

/**
 * Shows the unsaved text on this device of an essay that does not exist any more, until the person saves it as a new
 * one or discards it. Renders `children` when there is no such text.
 */
export function DeletedEssay({
  owner,
  studentPk,
  pk,
  children,
}: {
  /** The viewer, as the owner of drafts. */
  owner: string;
  studentPk: number;
  pk: number;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const title = useWaitingDraft(owner, essayDraftSubject({ pk }), false);
  if (title === null) return children;
  return (
    <div className="mx-auto grid w-full max-w-[720px] grid-cols-[minmax(0,1fr)] gap-4">
      <title>{`${title} · GoPath`}</title>
      <h1 className="sr-only">{title}</h1>
      <UpLink to={paths.essays(studentPk)}>Essays</UpLink>
      <EssayEditor
        owner={owner}
        pk={pk}
        studentPk={studentPk}
        essay={null}
        limit={null}
        onSession={() => undefined}
        onCreated={(created) => void navigate(paths.essay(studentPk, created), { replace: true })}
      />
    </div>
  );
}
