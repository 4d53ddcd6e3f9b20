/** A progress bar with its value as text. */
export function Progress({
  label,
  value,
  max = 100,
  valueText,
  hideLabel = false,
}: {
  label: string;
  value: number;
  max?: number;
  /** The value with its unit, for example '240 of 420 points'. */
  valueText?: string;
  hideLabel?: boolean;
}) {
  const text = valueText ?? `${Math.round((value / max) * 100)}%`;
  return (
    <div className="grid gap-1.5">
      <div className={hideLabel ? 'sr-only' : 'flex justify-between gap-2 text-sm'}>
        <span>{label}</span>
        <span className="text-muted tabular-nums">{text}</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuetext={text}
        className="h-1.5 overflow-hidden rounded-full bg-border"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-180"
          style={{ width: `${Math.min(100, Math.max(0, (value / max) * 100))}%` }}
        />
      </div>
    </div>
  );
}
