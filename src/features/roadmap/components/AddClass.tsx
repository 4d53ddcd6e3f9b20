import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubjectRequirement } from '#shared/roadmap/academics.ts';
import { Button } from '#src/ui/Button.tsx';
import { Combobox } from '#src/ui/Combobox.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { useCreateClass } from '../mutations.ts';
import { type Roadmap, roadmapQueries } from '../queries.ts';
import { ClassForm, type ClassStart } from './ClassForm.tsx';

const EMPTY: ClassStart = { name: '', ucHonors: false, subjectRequirement: '', autocompleted: false };
const MAX_SHOWN = 30;

/** Step 0: a course of the school, or free text (ACAD-013, ACAD-014). */
function CoursePicker({
  studentPk,
  school,
  onPick,
}: {
  studentPk: number;
  school: NonNullable<Roadmap['school']>;
  onPick: (start: ClassStart) => void;
}) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLocaleLowerCase();
  const courses = useQuery(roadmapQueries.courses(studentPk, school.id));
  const found = (courses.data ?? []).filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const choices = found.slice(0, MAX_SHOWN).map((course) => ({
    id: course.id,
    label: course.name,
    detail: [course.subjectRequirement, course.ucHonors ? 'UC Honors' : ''].filter(Boolean).join(' · '),
    course,
  }));
  return (
    <div className="grid gap-4">
      <Combobox
        label={`Course at ${school.name}`}
        hint="A course of the school brings its subject requirement and honors with it."
        placeholder="Find a course"
        loading={courses.isPending}
        nothingFound={
          courses.isError
            ? 'The courses could not be loaded. Enter another class instead.'
            : 'The school lists no such course'
        }
        value={null}
        options={choices}
        local
        onSearch={setText}
        onChange={(choice) => {
          if (choice === null) return;
          const { name, subjectRequirement, ucHonors } = choice.course;
          onPick({
            name: name.slice(0, 100),
            subjectRequirement: subjectRequirement as SubjectRequirement,
            ucHonors,
            autocompleted: true,
          });
        }}
      />
      <div className="flex justify-end">
        <Button onClick={() => onPick({ ...EMPTY, name: text.trim().slice(0, 100) })}>
          Enter another class
        </Button>
      </div>
    </div>
  );
}

/** The flow that adds classes, one after the other (ACAD-013 to ACAD-017). */
export function AddClass({
  open,
  roadmap,
  onClose,
}: {
  open: boolean;
  roadmap: Roadmap;
  onClose: () => void;
}) {
  const { school } = roadmap;
  const [start, setStart] = useState<ClassStart | null>(null);
  const [round, setRound] = useState(0);
  const create = useCreateClass();
  const close = () => {
    setStart(null);
    onClose();
  };
  const isPicking = school !== null && start === null;
  return (
    <Dialog open={open} onClose={close} title="Add class" busy={false}>
      <div className="pb-4">
        {isPicking ? (
          <CoursePicker studentPk={roadmap.userPk} school={school} onPick={setStart} />
        ) : (
          <ClassForm
            key={round}
            start={start ?? EMPTY}
            year={roadmap.year}
            onCancel={close}
            onSubmit={async (values) => {
              await create.mutateAsync({
                roadmapId: roadmap.id,
                ...values,
              });
              setStart(null);
              setRound(round + 1);
            }}
          />
        )}
      </div>
    </Dialog>
  );
}
