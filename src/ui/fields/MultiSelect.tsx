import { ChevronDown, Search } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../display/Badge.tsx';
import { buttonClass, Button } from '../buttons/Button.tsx';
import { Checkbox } from './Checkbox.tsx';
import type { SelectOption } from './Select.tsx';
import { Popover } from '../overlays/Popover.tsx';
import { TextField } from './TextField.tsx';

type MultiSelectProps = {
  /** The label of the button, such as 'Filter Users'. */
  label: string;
  options: readonly SelectOption[];
  value: ReadonlySet<string>;
  onChange: (value: Set<string>) => void;
  /** The text when there are no options. */
  empty?: string;
};

/** The number of options from which a search field is shown. */
const SEARCH_FROM = 8;

/** A button with the number of chosen options, and a list of checkboxes behind it. */
export function MultiSelect({
  label,
  options,
  value,
  onChange,
  empty = 'Nothing to choose',
}: MultiSelectProps) {
  const [search, setSearch] = useState('');
  const needle = search.trim().toLocaleLowerCase();
  const shown = options.filter((option) => option.label.toLocaleLowerCase().includes(needle));
  const toggle = (id: string) => {
    const next = new Set(value);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <Popover
      label={label}
      align="start"
      focusFirst
      className="flex w-72 flex-col"
      trigger={
        <button type="button" className={buttonClass('secondary', 'data-open:bg-hover')}>
          {label}
          {value.size > 0 && <Badge tone="accent">{value.size}</Badge>}
          <ChevronDown aria-hidden className="size-4 text-muted" />
        </button>
      }
    >
      {() => (
        <>
          {options.length >= SEARCH_FROM && (
            <TextField
              label={`Search ${label}`}
              hideLabel
              icon={<Search />}
              placeholder="Search"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              className="p-1"
            />
          )}
          <div role="group" aria-label={label} className="max-h-64 overflow-y-auto p-1">
            {shown.length === 0 && (
              <p className="px-1 py-1.5 text-muted">{search ? 'Nothing found' : empty}</p>
            )}
            {shown.map((option) => (
              <Checkbox
                key={option.value}
                label={option.label}
                checked={value.has(option.value)}
                disabled={option.disabled}
                onChange={() => toggle(option.value)}
                className="rounded-control px-1 py-1.5 hover:bg-hover pointer-coarse:py-3"
              />
            ))}
          </div>
          {value.size > 0 && (
            <div className="border-t p-1">
              <Button variant="ghost" onClick={() => onChange(new Set())}>
                Clear
              </Button>
            </div>
          )}
        </>
      )}
    </Popover>
  );
}
