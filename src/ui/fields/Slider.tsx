import { Field, type FieldProps } from './Field.tsx';

type SliderProps = FieldProps & {
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  step?: number;
  /** The value as text, for example '320 points'. */
  format?: (value: number) => string;
  disabled?: boolean;
};

/** A slider with its value as text; from 0 to 100 unless limits are given. */
export function Slider({
  value,
  onChange,
  min = 0,
  max = 100,
  step = 1,
  format = String,
  disabled,
  ...field
}: SliderProps) {
  return (
    <Field {...field}>
      {(control) => (
        <div className="flex items-center gap-3">
          <input
            {...control}
            type="range"
            {...{ value, min, max, step, disabled }}
            aria-valuetext={format(value)}
            onChange={(event) => onChange(event.target.valueAsNumber)}
            className="h-control min-w-0 flex-1 accent-accent"
          />
          <output htmlFor={control.id} className="min-w-10 text-right font-medium tabular-nums">
            {format(value)}
          </output>
        </div>
      )}
    </Field>
  );
}
