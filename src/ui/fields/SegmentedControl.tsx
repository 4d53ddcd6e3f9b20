import { useId } from 'react';

type Segment<Value extends string> = { value: Value; label: string };

type SegmentedControlProps<Value extends string> = {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Radio buttons in one row, for two to five options. */
export function SegmentedControl<Value extends string>({
  label,
  segments,
  value,
  onChange,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <fieldset className="inline-flex w-fit max-w-full gap-0.5 overflow-x-auto rounded-control bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          className="flex h-[calc(var(--control-height)-4px)] cursor-pointer items-center rounded-[4px] border border-transparent px-2.5 font-medium whitespace-nowrap text-muted transition-colors has-checked:border-border has-checked:bg-surface has-checked:text-text has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent not-has-checked:hover:text-text"
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
            className="sr-only"
          />
          {segment.label}
        </label>
      ))}
    </fieldset>
  );
}
