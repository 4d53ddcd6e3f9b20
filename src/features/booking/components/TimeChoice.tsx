import { useId } from 'react';

/** Times as radio buttons in a grid. */
export function TimeChoice({
  label,
  times,
  value,
  onChange,
  timeText,
}: {
  label: string;
  /** ISO moments. */
  times: readonly string[];
  value: string | null;
  onChange: (time: string) => void;
  timeText: (time: string) => string;
}) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{label}</legend>
      <div className="grid max-h-72 grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2 overflow-y-auto p-0.5">
        {times.map((time) => (
          <label
            key={time}
            className="relative flex h-control cursor-pointer items-center justify-center rounded-control border border-control bg-surface font-medium tabular-nums transition-colors hover:border-accent has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={time}
              checked={time === value}
              onChange={() => onChange(time)}
              className="sr-only"
            />
            {timeText(time)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
