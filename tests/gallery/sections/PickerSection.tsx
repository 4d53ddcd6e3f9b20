import { useState } from 'react';
import { Combobox, type ComboboxChoice } from '#src/ui/fields/Combobox.tsx';
import { DatePicker } from '#src/ui/pickers/DatePicker.tsx';
import { DateTimePicker } from '#src/ui/pickers/DateTimePicker.tsx';
import { MultiSelect } from '#src/ui/fields/MultiSelect.tsx';
import { TimePicker } from '#src/ui/pickers/TimePicker.tsx';

const PEOPLE = [
  'Maya Rivera',
  'Jonah Tran',
  'Priya Shah',
  'Ana Okafor',
  'Marco Rossi',
  'Lena Vogel',
  'Sam Lund',
  'Tariq Aziz',
];
const CHOICES: ComboboxChoice[] = PEOPLE.map((label, index) => ({
  id: String(index),
  label,
  detail: 'Student, junior',
}));

export function PickerSection() {
  const [day, setDay] = useState<Date | null>(new Date(2026, 4, 14));
  const [due, setDue] = useState<Date | null>(null);
  const [time, setTime] = useState<string | null>(null);
  const [person, setPerson] = useState<ComboboxChoice | null>(null);
  const [search, setSearch] = useState('');
  const [users, setUsers] = useState(new Set(['Maya Rivera']));
  const found = CHOICES.filter((choice) => choice.label.toLowerCase().includes(search.toLowerCase()));
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <DatePicker label="Exam date" value={day} onChange={setDay} />
      <DatePicker label="Birthday" disallowFuture hint="Day of birth." />
      <DatePicker label="Visit" disallowPast />
      <TimePicker label="Start" value={time} onChange={setTime} />
      <DateTimePicker label="Due" value={due} onChange={setDue} disallowPast />
      <DatePicker label="Locked" disabled defaultValue={new Date(2026, 0, 2)} />
      <Combobox
        label="Student"
        value={person}
        onChange={setPerson}
        options={found}
        onSearch={setSearch}
        placeholder="Name or email"
      />
      <div>
        <MultiSelect
          label="Filter Users"
          value={users}
          onChange={setUsers}
          options={PEOPLE.map((name) => ({ value: name, label: name }))}
        />
      </div>
      <output data-testid="day">{day ? day.toDateString() : 'none'}</output>
      <output data-testid="due">{due ? due.toString() : 'none'}</output>
      <output data-testid="time">{time ?? 'none'}</output>
      <output data-testid="person">{person?.label ?? 'none'}</output>
    </div>
  );
}
