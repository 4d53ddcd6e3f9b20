import clsx from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { toneClass, type Tone } from '../display/Badge.tsx';
import { IconButton } from '../buttons/IconButton.tsx';

const ICON = { accent: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

/** A message about the whole page that stays: offline, a restored draft, a conflict. */
export function Banner({
  tone = 'accent',
  children,
  action,
  onDismiss,
}: {
  tone?: Exclude<Tone, 'neutral'>;
  children: ReactNode;
  action?: ReactNode;
  onDismiss?: () => void;
}) {
  const Icon = ICON[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={clsx('flex items-center gap-3 rounded-card px-3 py-2', toneClass[tone])}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">{children}</div>
        {action}
      </div>
      {onDismiss && <IconButton label="Dismiss" icon={<X />} onClick={onDismiss} className="text-current" />}
    </div>
  );
}
