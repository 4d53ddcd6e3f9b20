import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { MAX_COLLEGE_NAME, sizeLabel } from '#shared/roadmap/colleges.ts';
import { useDebounced } from '#src/lib/timing/useDebounced.ts';
import { Highlight } from '#src/ui/display/Highlight.tsx';
import { Spinner } from '#src/ui/feedback/Spinner.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useCreateCollege } from '../../mutations.ts';
import { type Institution, roadmapQueries } from '../../queries.ts';
import { acceptanceText, institutionLine } from './college-facts.ts';

/** A college that can be added: an institution of the catalogue, or a custom one. */
interface Choice {
  key: string;
  college: { unitid: number } | { name: string };
  content: ReactNode;
}

function detailsOf(institution: Institution): string {
  return [
    institutionLine(institution),
    institution.ugds === null ? '' : sizeLabel(institution.ugds),
    institution.admRate === null ? '' : `acceptance ${acceptanceText(institution.admRate)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Returns the option that a key selects, or undefined for any other key. */
function moveTo(key: string, active: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return active <= 0 ? count - 1 : active - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/** Finds a college while typing and adds it: a combobox whose list is always open. */
export function CollegeSearch({ roadmapId, onDone }: { roadmapId: string; onDone: () => void }) {
  const [text, setText] = useState('');
  const [q, setQ] = useState('');
  const [active, setActive] = useState(-1);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const search = useDebounced((typed: string) => setQ(typed.trim()));
  // A failed search just stops loading (COLL-036).
  const {
    data = [],
    isFetching,
    isSuccess,
  } = useQuery({ ...roadmapQueries.institutions(q, roadmapId), retry: false });
  const create = useCreateCollege();
  const found = q === '' ? [] : data;
  const choices: Choice[] = [
    ...found.map((institution) => ({
      key: String(institution.unitid),
      college: { unitid: institution.unitid },
      content: (
        <>
          <span className="font-medium">
            <Highlight text={institution.instnm} match={text} />
          </span>
          <span className="text-xs text-muted">{detailsOf(institution)}</span>
        </>
      ),
    })),
    ...(q === ''
      ? []
      : [
          {
            key: 'custom',
            college: { name: q },
            content: <span className="font-medium">Add “{q}” as a custom college</span>,
          },
        ]),
  ];
  const optionId = (index: number) => `${listId}-${index}`;
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const add = (choice: Choice | undefined) => {
    if (choice === undefined || create.isPending) return;
    create.mutate({ roadmapId, ...choice.college }, { onSuccess: onDone });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (choices.length === 0) return;
    const next = moveTo(event.key, active, choices.length);
    if (next !== undefined) setActive(next);
    else if (event.key === 'Enter') add(choices[active]);
    else return;
    event.preventDefault();
  };

  return (
    <div className="grid gap-1 p-2">
      <TextField
        label="Find a college"
        hideLabel
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={choices.length > 0}
        aria-controls={listId}
        aria-activedescendant={active in choices ? optionId(active) : undefined}
        autoComplete="off"
        icon={<Search />}
        placeholder="Name of a college"
        maxLength={MAX_COLLEGE_NAME}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value);
          setActive(-1);
          search(event.target.value);
        }}
      />
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label="Colleges found"
        aria-busy={isFetching || create.isPending}
        className="grid max-h-80 overflow-y-auto"
      >
        {choices.map((choice, index) => (
          <button
            type="button"
            key={choice.key}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={() => add(choice)}
            className={clsx(
              'grid min-h-8 cursor-pointer content-center gap-0.5 rounded-control px-2 py-1.5 text-left hover:bg-hover pointer-coarse:min-h-11',
              index === active && 'bg-hover',
            )}
          >
            {choice.content}
          </button>
        ))}
      </div>
      {isFetching && q !== '' && found.length === 0 && <Spinner label="Searching" />}
      {q !== '' && isSuccess && !isFetching && found.length === 0 && (
        <p role="status" className="px-2 py-1 text-sm text-muted">
          No matching college
        </p>
      )}
    </div>
  );
}
