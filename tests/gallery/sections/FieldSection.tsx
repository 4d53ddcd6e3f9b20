import { Search } from 'lucide-react';
import { useState } from 'react';
import { Checkbox } from '#src/ui/fields/Checkbox.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { Slider } from '#src/ui/fields/Slider.tsx';
import { Switch } from '#src/ui/fields/Switch.tsx';
import { TextArea } from '#src/ui/fields/TextArea.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';

export function FieldSection() {
  const [on, setOn] = useState(true);
  const [points, setPoints] = useState(100);
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <TextField label="Subject" hint="At most 100 characters." defaultValue="Junior spring planning" />
      <TextField label="Email" error="Write an address like maya@example.org" defaultValue="maya@" required />
      <TextField label="Search" icon={<Search />} placeholder="Search, then Enter" optional />
      <TextField label="Disabled" disabled value="Cannot be changed" readOnly />
      <Select
        label="Year"
        placeholder="Choose a year"
        options={['Freshman', 'Sophomore', 'Junior', 'Senior'].map((year) => ({ value: year, label: year }))}
      />
      <TextArea label="What happened" hint="Say what you did and what you saw." />
      <div className="grid gap-3">
        <Checkbox label="Include others" defaultChecked />
        <Checkbox label="SAT registration" round hint="Due Friday" />
        <Checkbox label="Disabled" disabled />
      </div>
      <div className="grid gap-3">
        <Switch label="Private list" hint="Only you see it." checked={on} onChange={setOn} />
        <Switch label="Digest mail" checked={!on} onChange={(next) => setOn(!next)} />
      </div>
      <Slider
        label="Target"
        min={0}
        max={425}
        step={5}
        value={points}
        onChange={setPoints}
        format={(value) => `${value} points`}
      />
    </div>
  );
}
