import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react';
import { Plus } from 'lucide-react';
import { buttonClass } from '#src/ui/Button.tsx';
import { floatingBoxClass } from '#src/ui/floating-box.ts';
import { CollegeSearch } from './CollegeSearch.tsx';

/** The 'Add Record' popover that searches institutions (COLL-002). */
export function AddCollege({ roadmapId }: { roadmapId: string }) {
  return (
    <Popover>
      <PopoverButton className={buttonClass('primary')}>
        <Plus aria-hidden className="size-4" />
        Add Record
      </PopoverButton>
      <PopoverPanel
        focus
        anchor={{ to: 'bottom end', gap: 4, padding: 8 }}
        className={`${floatingBoxClass} w-md max-w-[calc(100vw-16px)]`}
      >
        {({ close }) => <CollegeSearch roadmapId={roadmapId} onDone={close} />}
      </PopoverPanel>
    </Popover>
  );
}
