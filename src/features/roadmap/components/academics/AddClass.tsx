import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { MAX_CLASS_NAME, type SubjectRequirement } from '#shared/roadmap/academics.ts';
import type { NewClassGrade } from '#shared/roadmap/academics-schema.ts';
import { useFormDraft } from '#src/lib/drafts/useFormDraft.ts';
import { useFocusSoon } from '#src/lib/timing/useFocusSoon.ts';
import { EarlierVersionBanner } from '#src/ui/feedback/EarlierVersionBanner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Combobox } from '#src/ui/fields/Combobox.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { DraftBanner } from '#src/ui/feedback/DraftBanner.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { useCreateClass } from '../../mutations.ts';
import { type Roadmap, roadmapQueries } from '../../queries.ts';
import { ClassForm, type ClassStart, toClassInput } from './ClassForm.tsx';

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

/**
 * The steps of the dialog: the course, then the form (ACAD-013 to ACAD-017). The draft of the class is stored on this
 * device until it is added or canceled.
 */
function Steps({ owner, roadmap, onClose }: { owner: string; roadmap: Roadmap; onClose: () => void }) {
  const { school } = roadmap;
  const [kept, draft] = useFormDraft<NewClassGrade>({
    owner,
    subject: `new-class:${roadmap.id}`,
    titleOf: ({ name }) => `Class: ${name}`,
    initial: {
      ...EMPTY,
      // The student's current year, the most likely choice.
      year: roadmap.year,
      terms: 2,
      targetGrades: [null, null, null, null],
      actualGrades: [null, null, null, null],
    },
    version: null,
  });
  const [hasPicked, setHasPicked] = useState(school === null);
  const [addedCount, setAddedCount] = useState(0);
  /** Whether the form has newer values than what was added. */
  const [sentEarlier, setSentEarlier] = useState(false);
  const create = useCreateClass();

  async function add() {
    try {
      const { isNewest } = await draft.createOnce((values, idempotencyKey) =>
        create.mutateAsync({ roadmapId: roadmap.id, ...toClassInput(values), idempotencyKey }),
      );
      setSentEarlier(!isNewest);
      if (!isNewest) {
        await draft.keepNewer(null);
        return;
      }
      draft.discard();
      setHasPicked(school === null);
      setAddedCount(addedCount + 1);
    } catch {
      // A snackbar reports the failure; the form stays filled.
    }
  }

  const { ready, values, restoredFrom } = kept;
  if (!ready) return <SkeletonText lines={6} />;
  if (school !== null && !hasPicked && restoredFrom === null) {
    return (
      <CoursePicker
        key={addedCount}
        studentPk={roadmap.userPk}
        school={school}
        hasAdded={addedCount > 0}
        onPick={(start) => {
          draft.change({ ...values, ...start });
          setHasPicked(true);
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <div className="grid gap-4">
      {restoredFrom !== null && <DraftBanner restoredFrom={restoredFrom} onDiscard={() => draft.discard()} />}
      {sentEarlier && <EarlierVersionBanner of="this class" />}
      <ClassForm
        // Starts again after a class was added, and when the draft is discarded or restored.
        key={`${addedCount} ${Number(restoredFrom)}`}
        start={values}
        hasAdded={addedCount > 0}
        onChange={(changed) => draft.change(changed)}
        onSubmit={add}
        onCancel={() => {
          draft.discard();
          onClose();
        }}
        onClose={onClose}
      />
    </div>
  );
}

/** The dialog that adds classes one after another. */
export function AddClass({
  open,
  owner,
  roadmap,
  onClose,
}: {
  open: boolean;
  /** The pk of the person whose draft this is. */
  owner: string;
  roadmap: Roadmap;
  onClose: () => void;
}) {
  return (
    <Dialog open={open} onClose={onClose} title="Add class">
      <div className="pb-4">
        <Steps owner={owner} roadmap={roadmap} onClose={onClose} />
      </div>
    </Dialog>
  );
}
