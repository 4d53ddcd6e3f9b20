import { Chip } from '../display/Chip.tsx';
import { Combobox, type ComboboxChoice } from './Combobox.tsx';
import type { FieldProps } from './Field.tsx';

type ChosenItem = Pick<ComboboxChoice, 'id' | 'label'>;

/** A combobox that adds each choice to a list of removable chips. */
export function ComboboxList<Chosen extends ChosenItem>({
  chosen,
  chosenLabel,
  max,
  options,
  onSearch,
  onChange,
  ...field
}: FieldProps & {
  chosen: readonly Chosen[];
  /** Names the list of chips. */
  chosenLabel: string;
  /** The maximum number of choices. */
  max: number;
  /** The results of the search; those that are already chosen are left out. */
  options: readonly (ComboboxChoice & Chosen)[];
  placeholder: string;
  loading: boolean;
  failed: boolean;
  onSearch: (text: string) => void;
  onChange: (chosen: Chosen[]) => void;
}) {
  return (
    <div className="grid gap-2">
      <Combobox
        {...field}
        value={null}
        disabled={chosen.length >= max}
        options={options.filter(({ id }) => !chosen.some((one) => one.id === id))}
        onSearch={onSearch}
        onChange={(choice) => {
          if (choice === null) return;
          onChange([...chosen, choice]);
          onSearch('');
        }}
      />
      {chosen.length > 0 && (
        <ul aria-label={chosenLabel} className="flex flex-wrap gap-1.5">
          {chosen.map((one) => (
            <li key={one.id}>
              <Chip
                removeLabel={`Remove ${one.label}`}
                onRemove={() => onChange(chosen.filter(({ id }) => id !== one.id))}
              >
                {one.label}
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
