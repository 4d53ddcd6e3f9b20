import type { ReactNode } from 'react';

/** Nothing here yet: what this place is for, and what to do first. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center gap-1 px-4 py-12 text-center">
      {icon && (
        <span aria-hidden className="mb-2 text-muted [&_svg]:size-6">
          {icon}
        </span>
      )}
      <h2 className="font-semibold">{title}</h2>
      {children && <p className="max-w-96 text-muted">{children}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
