import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react';
import { useQuery } from '@tanstack/react-query';
import { Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { sizeLabel } from '#shared/roadmap/colleges.ts';
import { useDebounced } from '#src/lib/useDebounced.ts';
import { Button, buttonClass } from '#src/ui/Button.tsx';
import { Highlight } from '#src/ui/Highlight.tsx';
import { floatingBoxClass } from '#src/ui/Menu.tsx';
import { Spinner } from '#src/ui/Spinner.tsx';
import { TextField } from '#src/ui/TextField.tsx';
import { useCreateCollege } from '../mutations.ts';
import { type Institution, roadmapQueries } from '../queries.ts';
import { institutionLine } from './CollegeCard.tsx';
import { acceptanceText } from './collegeFacts.ts';

function factsOf(institution: Institution): string {
  return [
    institution.ugds === null ? '' : sizeLabel(institution.ugds),
    institution.admRate === null ? '' : `acceptance ${acceptanceText(institution.admRate)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function Finder({ roadmapId, onDone }: { roadmapId: string; onDone: () => void }) {
  const [text, setText] = useState('');
  const [q, setQ] = useState('');
  const search = useDebounced((wanted: string) => setQ(wanted.trim()));
  // A failed search just stops loading (COLL-036).
  const {
    data = [],
    isFetching,
    isSuccess,
  } = useQuery({ ...roadmapQueries.institutions(q, roadmapId), retry: false });
  const create = useCreateCollege();
  const add = (chosen: { unitid: number } | { name: string }) =>
    create.mutate({ roadmapId, ...chosen }, { onSuccess: onDone });
  return (
    <div className="grid gap-1 p-2">
      <TextField
        label="Find a college"
        hideLabel
        type="search"
        icon={<Search />}
        placeholder="Name of a college"
        maxLength={100}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          search(event.target.value);
        }}
      />
      <ul aria-label="Colleges found" aria-busy={isFetching} className="grid max-h-80 overflow-y-auto">
        {(q === '' ? [] : data).map((institution) => (
          <li key={institution.unitid}>
            <button
              type="button"
              disabled={create.isPending}
              onClick={() => add({ unitid: institution.unitid })}
              className="grid w-full gap-0.5 rounded-control px-2 py-1.5 text-left -outline-offset-2 hover:bg-hover"
            >
              <span className="font-medium">
                <Highlight text={institution.instnm} match={text} />
              </span>
              <span className="text-xs text-muted">
                {[institutionLine(institution), factsOf(institution)].filter(Boolean).join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {isFetching && q !== '' && data.length === 0 && <Spinner label="Searching" />}
      {q !== '' && isSuccess && !isFetching && data.length === 0 && (
        <p role="status" className="px-2 py-1 text-sm text-muted">
          No college of the catalogue has this name.
        </p>
      )}
      {q !== '' && (
        <Button busy={create.isPending} onClick={() => add({ name: q })}>
          Add “{q}” by name
        </Button>
      )}
    </div>
  );
}

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
        {({ close }) => <Finder roadmapId={roadmapId} onDone={close} />}
      </PopoverPanel>
    </Popover>
  );
}
