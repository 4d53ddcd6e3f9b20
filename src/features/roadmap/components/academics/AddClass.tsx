import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { MAX_CLASS_NAME, type SubjectRequirement } from '#shared/roadmap/academics.ts';
import { useFocusSoon } from '#src/lib/timing/useFocusSoon.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Combobox } from '#src/ui/fields/Combobox.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { useCreateClass } from '../../mutations.ts';
import { type Roadmap, roadmapQueries } from '../../queries.ts';
import { ClassForm, type ClassStart } from './ClassForm.tsx';

const EMPTY: ClassStart = { name: '', ucHonors: false, subjectRequirement: '', autocompleted: false };
const MAX_SHOWN = 30;

/** The first step: a course of the school, or free text (ACAD-013, ACAD-014). */
function CoursePicker({
  studentPk,
  school,
  hasAdded,
  onPick,
  onClose,
}: {
  studentPk: number;
  school: NonNullable<Roadmap['school']>;
  /** Whether a class was added before this one. */
  hasAdded: boolean;
  onPick: (start: ClassStart) => void;
  onClose: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useFocusSoon(field);
  const [text, setText] = useState('');
  const search = text.trim().toLocaleLowerCase();
  const courses = useQuery(roadmapQueries.courses(studentPk, school.id));
  const found = (courses.data ?? []).filter(({ name }) => name.toLocaleLowerCase().includes(search));
  const choices = found.slice(0, MAX_SHOWN).map((course) => ({
    id: course.id,
    label: course.name,
    detail: [course.subjectRequirement, course.ucHonors ? 'UC Honors' : ''].filter(Boolean).join(' · '),
    course,
  }));
  return (
    <div
      ref={(element) => {
        field.current = element?.querySelector('input') ?? null;
      }}
      className="grid gap-4"
    >
      <Combobox
        label={`Course at ${school.name}`}
        hint="Choosing a course fills in its A–G subject and honors."
        placeholder="Find a course"
        openOnFocus={false}
        loading={courses.isPending}
        nothingFound={
          courses.isError
            ? 'Could not load the courses. Add a class not listed instead.'
            : 'No matching course'
        }
        value={null}
        options={choices}
        local
        onSearch={setText}
        onChange={(choice) => {
          if (choice === null) return;
          const { name, subjectRequirement, ucHonors } = choice.course;
          onPick({
            name: name.slice(0, MAX_CLASS_NAME),
            subjectRequirement: subjectRequirement as SubjectRequirement,
            ucHonors,
            autocompleted: true,
          });
        }}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {hasAdded ? <Button onClick={onClose}>Done</Button> : <CancelButton onClick={onClose} />}
        <Button onClick={() => onPick({ ...EMPTY, name: text.trim().slice(0, MAX_CLASS_NAME) })}>
          Add a class not listed
        </Button>
      </div>
    </div>
  );
}

/** The dialog that adds classes one after another (ACAD-013 to ACAD-017). */
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
  const [addedCount, setAddedCount] = useState(0);
  const create = useCreateClass();
  const close = () => {
    setStart(null);
    setAddedCount(0);
    onClose();
  };
  const isPicking = school !== null && start === null;
  return (
    <Dialog open={open} onClose={close} title="Add class">
      <div className="pb-4">
        {isPicking ? (
          <CoursePicker
            key={addedCount}
            studentPk={roadmap.userPk}
            school={school}
            hasAdded={addedCount > 0}
            onPick={setStart}
            onClose={close}
          />
        ) : (
          <ClassForm
            key={addedCount}
            start={start ?? EMPTY}
            year={roadmap.year}
            hasAdded={addedCount > 0}
            onClose={close}
            onSubmit={async (values) => {
              await create.mutateAsync({
                roadmapId: roadmap.id,
                ...values,
              });
              setStart(null);
              setAddedCount(addedCount + 1);
            }}
          />
        )}
      </div>
    </Dialog>
  );
}
