import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { readPk, toGlobalId } from '#shared/kernel/ids.ts';
import { InteractionTimeline } from '#src/features/interactions/components/InteractionTimeline.tsx';
import { personQuery } from '#src/features/users/person-query.ts';
import { userQueries } from '#src/features/users/queries.ts';
import { WhoCanSee } from '#src/features/visibility/components/WhoCanSee.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { NotFoundPage } from '../not-found.tsx';
import { useMe } from '../../shell/me.ts';

/** Chooses whose interactions to show: a student for mentors and parents, a mentor for students (INT-008, INT-009). */
function PersonFilter({
  kind,
  people,
  value,
  onChange,
}: {
  kind: 'student' | 'mentor';
  people: readonly { pk: number; fullName: string }[];
  value: number | null;
  onChange: (pk: string) => void;
}) {
  return (
    <Select
      label={kind === 'student' ? 'Student' : 'Mentor'}
      hideLabel
      className="w-full sm:w-60"
      placeholder={kind === 'student' ? 'All students' : 'All mentors'}
      options={people.map(({ pk, fullName }) => ({ value: String(pk), label: fullName }))}
      value={value === null ? '' : String(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** /interactions/ (INT-002): interactions between students and mentors, for people with meetings (INT-003). */
export function Component() {
  const me = useMe();
  const [params, setParams] = useSearchParams();
  const listsStudents = me.capabilities.includes('list_students');
  const kind = listsStudents ? 'student' : 'mentor';
  const students = useQuery({ ...userQueries.myStudents(), enabled: listsStudents });
  const own = useQuery({ ...personQuery(me.pk), enabled: !listsStudents });
  if (!me.show_meetings) return <NotFoundPage />;
  const people = listsStudents
    ? (students.data ?? [])
    : (own.data?.mentors ?? []).map(({ pk, full_name }) => ({ pk, fullName: full_name }));
  const asked = readPk(params.get(kind) ?? undefined);
  const areLoaded = students.isSuccess || own.isSuccess;
  // The address can contain a person that the viewer cannot choose.
  const chosen = !areLoaded || people.some(({ pk }) => pk === asked) ? asked : null;
  const studentPk = listsStudents ? chosen : me.pk;
  const id = chosen === null ? null : toGlobalId('User', chosen);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <title>Interactions · GoPath</title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">Interactions</h1>
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
          {studentPk !== null && (
            // On a phone the button is alone in its line: its label is aligned with the text above.
            <span className="max-sm:-ml-3">
              <WhoCanSee kind="interactions" pk={studentPk} viewerPk={me.pk} />
            </span>
          )}
          <PersonFilter
            kind={kind}
            people={people}
            value={chosen}
            onChange={(pk) => setParams(pk === '' ? {} : { [kind]: pk }, { replace: true })}
          />
        </div>
      </header>
      <Card padded={false} data-private>
        <InteractionTimeline
          viewerPk={me.pk}
          filter={{ student: kind === 'student' ? id : null, mentor: kind === 'mentor' ? id : null }}
          withStudent={listsStudents && chosen === null}
        />
      </Card>
    </div>
  );
}
