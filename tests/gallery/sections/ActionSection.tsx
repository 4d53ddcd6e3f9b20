import { Archive, Pencil, Plus, Send } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Chip } from '#src/ui/display/Chip.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { SegmentedControl } from '#src/ui/fields/SegmentedControl.tsx';
import { Tabs } from '#src/ui/navigation/Tabs.tsx';

export function ActionSection() {
  const [segment, setSegment] = useState<'all' | 'mine' | 'shared'>('all');
  const [tab, setTab] = useState('overview');
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" icon={<Plus className="size-4" />}>
          Create Note
        </Button>
        <Button>Edit</Button>
        <Button variant="ghost">Cancel</Button>
        <Button variant="danger">Delete</Button>
        <Button variant="primary" busy>
          Send Meeting Note
        </Button>
        <Button busy>Saving</Button>
        <Button variant="primary" disabledReason="Write a subject first">
          Send
        </Button>
        <Button disabled>Disabled</Button>
      </div>
      <div className="flex flex-wrap items-center gap-1">
        <IconButton label="Edit" icon={<Pencil />} shortcut="E" />
        <IconButton label="Send" icon={<Send />} aria-pressed />
        <IconButton label="Archive" icon={<Archive />} disabledReason="Only staff may archive" />
        <IconButton label="Saving" icon={<Archive />} busy />
      </div>
      <div className="flex flex-wrap gap-2">
        <Chip>Everything</Chip>
        <Chip onRemove={() => {}} removeLabel="Remove Maya Rivera">
          Maya Rivera
        </Chip>
      </div>
      <SegmentedControl
        label="Show"
        value={segment}
        onChange={setSegment}
        segments={[
          { value: 'all', label: 'All' },
          { value: 'mine', label: 'Mine' },
          { value: 'shared', label: 'Shared with me' },
        ]}
      />
      <div>
        <Tabs
          label="Roadmap"
          current={tab}
          onChange={setTab}
          tabs={['overview', 'colleges', 'exams', 'activities', 'essays', 'scholarships'].map((id) => ({
            id,
            label: id[0]!.toUpperCase() + id.slice(1),
          }))}
        >
          The panel of {tab}.
        </Tabs>
      </div>
    </>
  );
}
