import type { ReactNode } from 'react';

/** An empty state: what will appear here, and the action that fills it. */
export function EmptyState({
  icon,
  title,
  asPage = false,
  children,
  action,
}: {
  icon?: ReactNode;
  title: string;
  /** Whether it is the only content, so that its title is the page's heading. */
  asPage?: boolean;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const Title = asPage ? 'h1' : 'h2';
  return (
    <div className="grid justify-items-center gap-1 px-4 py-12 text-center">
      {icon && (
        <span aria-hidden className="mb-2 text-muted [&_svg]:size-6">
          {icon}
        </span>
      )}
      <Title className="font-semibold">{title}</Title>
      {children && <p className="max-w-96 text-balance text-muted">{children}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
