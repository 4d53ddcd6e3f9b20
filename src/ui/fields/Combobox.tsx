import {
  Combobox as HeadlessCombobox,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
} from '@headlessui/react';
import clsx from 'clsx';
import { LoaderCircle, Search, X } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useDebounced } from '#src/lib/timing/useDebounced.ts';
import { useFocusSoon } from '#src/lib/timing/useFocusSoon.ts';
import { DescribedInput } from './DescribedInput.tsx';
import { controlClass, Field, type FieldProps } from './Field.tsx';
import { Highlight } from '../display/Highlight.tsx';
import { IconButton } from '../buttons/IconButton.tsx';
import { floatingBoxClass } from '../overlays/floating-box.ts';

/** One option. */
export type ComboboxChoice = {
  id: string;
  label: string;
  detail?: ReactNode;
  /** The heading above the options of a group; they are adjacent. */
  group?: string;
};

type ComboboxProps<Choice extends ComboboxChoice> = FieldProps & {
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  /** The results of the last search. */
  options: readonly Choice[];
  /** Searches 300 ms after the last key (FORM-019), or immediately when all options are on the client. */
  onSearch: (text: string) => void;
  local?: boolean;
  loading?: boolean;
  /** Whether the last search failed. */
  failed?: boolean;
  placeholder?: string;
  /** The text for no results. */
  nothingFound?: string;
  disabled?: boolean;
  /** Whether the list opens when the field gets the focus, or only while typing. */
  openOnFocus?: boolean;
  /** Gets the focus when it appears, as the first field of a dialog. */
  takesFocus?: boolean;
};

/** Returns the options by group, in their order. */
function grouped<Choice extends ComboboxChoice>(options: readonly Choice[]) {
  const groups = Map.groupBy(options, ({ group }) => group);
  return [...groups].map(([group, members]) => ({ group, members }));
}

/** A search field with suggestions, usually from the server; matches are highlighted. */
export function Combobox<Choice extends ComboboxChoice>({
  value,
  onChange,
  options,
  onSearch,
  local = false,
  loading = false,
  failed = false,
  placeholder,
  nothingFound = 'Nothing found',
  disabled = false,
  openOnFocus = true,
  takesFocus = false,
  ...field
}: ComboboxProps<Choice>) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useFocusSoon(input, takesFocus);
  const searchLater = useDebounced(onSearch);
  const search = local ? onSearch : searchLater;
  const emptyText = failed ? 'The search failed. Try again.' : nothingFound;
  return (
    <Field {...field}>
      {(control) => (
        <HeadlessCombobox
          value={value}
          onChange={onChange}
          onClose={() => setText('')}
          by="id"
          disabled={disabled}
          immediate={openOnFocus}
        >
          <div className="relative">
            <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted" />
            <ComboboxInput
              ref={input}
              as={DescribedInput}
              {...control}
              describedBy={control['aria-describedby']}
              autoComplete="off"
              placeholder={placeholder}
              displayValue={(choice: Choice | null) => choice?.label ?? ''}
              onChange={(event) => {
                setText(event.target.value);
                search(event.target.value);
              }}
              className={clsx(controlClass, 'h-control pr-9 pl-8')}
            />
            {loading ? (
              <LoaderCircle
                aria-hidden
                className="appear-late absolute top-1/2 right-2.5 -mt-2 size-4 animate-spin text-muted"
              />
            ) : (
              value &&
              !disabled && (
                <IconButton
                  label={`Clear ${field.label}`}
                  icon={<X />}
                  onClick={() => {
                    setText('');
                    onChange(null);
                  }}
                  className="absolute! inset-y-0 right-0"
                />
              )
            )}
          </div>
          <ComboboxOptions
            modal={false}
            anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
            className={clsx(
              floatingBoxClass,
              'max-h-72! w-(--input-width) min-w-48',
              // Hides the list before a search, because 'Nothing found' would be wrong.
              !local && !loading && options.length === 0 && text.trim() === '' && 'hidden',
            )}
          >
            {options.length === 0 && (
              <div className="px-2 py-1.5 text-muted">{loading ? 'Searching' : emptyText}</div>
            )}
            {grouped(options).map(({ group, members }) => (
              <div key={group ?? ''} role={group && 'group'} aria-label={group}>
                {group && (
                  <div aria-hidden className="px-2 pt-2 pb-1 text-xs font-semibold text-muted">
                    {group}
                  </div>
                )}
                {members.map((option) => (
                  <ComboboxOption
                    key={option.id}
                    value={option}
                    className="grid min-h-8 cursor-pointer content-center rounded-control px-2 py-1 data-focus:bg-hover data-selected:text-accent-text pointer-coarse:min-h-11"
                  >
                    <span>
                      <Highlight text={option.label} match={text} />
                    </span>
                    {option.detail && <span className="text-xs text-muted">{option.detail}</span>}
                  </ComboboxOption>
                ))}
              </div>
            ))}
          </ComboboxOptions>
        </HeadlessCombobox>
      )}
    </Field>
  );
}
