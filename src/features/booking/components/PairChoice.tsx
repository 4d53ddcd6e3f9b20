import { Select } from '#src/ui/fields/Select.tsx';
import type { BookingPair } from '../queries.ts';

const uniqueBy = (pairs: readonly BookingPair[], side: 'mentor' | 'student') => [
  ...new Map(pairs.map((pair) => [pair[side].pk, pair[side]])).values(),
];

/** Chooses the student and the mentor of a meeting; hidden where there is no choice. */
export function PairChoice({
  pairs,
  value,
  onChange,
}: {
  pairs: readonly BookingPair[];
  /** Undefined until a student is chosen. */
  value: BookingPair | undefined;
  onChange: (pair: BookingPair) => void;
}) {
  const students = uniqueBy(pairs, 'student');
  const ofStudent = pairs.filter(({ student }) => student.pk === value?.student.pk);
  const options = (people: readonly { pk: number; fullName: string }[]) =>
    people.map(({ pk, fullName }) => ({ value: String(pk), label: fullName }));
  if (students.length === 1 && ofStudent.length === 1) return null;
  const choose = (found: BookingPair | undefined) => {
    if (found !== undefined) onChange(found);
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {students.length > 1 && (
        <Select
          label="Student"
          options={options(students)}
          placeholder={value === undefined ? 'Choose a student' : undefined}
          value={value === undefined ? '' : String(value.student.pk)}
          onChange={({ target }) => choose(pairs.find(({ student }) => student.pk === Number(target.value)))}
        />
      )}
      {ofStudent.length > 1 && (
        <Select
          label="Mentor"
          options={options(ofStudent.map(({ mentor }) => mentor))}
          value={String(value?.mentor.pk)}
          onChange={({ target }) =>
            choose(ofStudent.find(({ mentor }) => mentor.pk === Number(target.value)))
          }
        />
      )}
    </div>
  );
}
