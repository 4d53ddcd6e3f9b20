import type { ReactNode } from 'react';
import { ROLE_NAMES } from '#shared/kernel/roles.ts';
import type { Person } from '#shared/users/person.ts';
import { Avatar } from '#src/ui/display/Avatar.tsx';
import { Badge } from '#src/ui/display/Badge.tsx';
import { YearBadge } from '#src/ui/display/YearBadge.tsx';
import { PinButton } from './PinButton.tsx';

/** Shows the person's name, role and a student's year, and the pin for viewers who can pin (PIN-001). */
export function PersonHeader({
  person,
  relation,
  chips,
  children,
}: {
  person: Person;
  /** Their relation to the viewer. */
  relation: string | null;
  /** Chips beside the name. */
  chips?: ReactNode;
  /** The actions. */
  children?: ReactNode;
}) {
  const { id, pk, full_name: fullName, role, year, permissions } = person;
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Avatar name={fullName} picture={person.picture} size="page" />
      <div className="grid min-w-0 flex-1 basis-48 gap-1">
        <div className="flex min-w-0 items-center gap-1">
          <h1 className="min-w-0 text-2xl font-semibold break-words">{fullName}</h1>
          {permissions.includes('view_customuser') && <PinButton student={{ id, pk, fullName }} />}
        </div>
        <div className="flex flex-wrap items-center gap-1.5">
          {/* Has a border, because the color of the page is similar to the badge's. */}
          <span className="inline-flex rounded-full border">
            <Badge>{ROLE_NAMES[role]}</Badge>
          </span>
          {year !== null && <YearBadge year={year} />}
          {chips}
          {relation !== null && <span className="text-sm text-muted">{relation}</span>}
        </div>
      </div>
      {children}
    </header>
  );
}
