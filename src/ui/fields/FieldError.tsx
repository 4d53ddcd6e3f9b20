import { CircleAlert } from 'lucide-react';

/** An error under a control, with an icon besides the color; screen readers announce it. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <div aria-live="polite">
      {error && (
        <p id={id} className="flex items-start gap-1 text-xs text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
