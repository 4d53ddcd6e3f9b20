import { Plus } from 'lucide-react';
import { buttonClass } from '#src/ui/buttons/Button.tsx';
import { Popover } from '#src/ui/overlays/Popover.tsx';
import { CollegeSearch } from './CollegeSearch.tsx';

/** The 'Add Record' popover that searches institutions (COLL-002). */
export function AddCollege({ roadmapId }: { roadmapId: string }) {
  return (
    <Popover
      label="Add Record"
      focusFirst
      className="w-md max-w-[calc(100vw-16px)]"
      trigger={
        <button type="button" className={buttonClass('primary')}>
          <Plus aria-hidden className="size-4" />
          Add Record
        </button>
      }
    >
      {(close) => <CollegeSearch roadmapId={roadmapId} onDone={close} />}
    </Popover>
  );
}
