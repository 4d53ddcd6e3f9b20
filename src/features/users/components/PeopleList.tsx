import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { ROLE_NAMES } from '#shared/kernel/roles.ts';
import type { Relative } from '#shared/users/person.ts';
import { Avatar } from '#src/ui/display/Avatar.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { buttonClass } from '#src/ui/buttons/button-class.ts';

const SHOWN = 10;

/** People by name, each with a link to their page. */
export function PeopleList<Shown extends Relative>({
  people,
  viewerPk,
  withRole = false,
  detail,
  canRemove,
  onRemove,
}: {
  people: readonly Shown[];
  viewerPk: number;
  withRole?: boolean;
  /** What else to show of a person. */
  detail?: (person: Shown) => ReactNode;
  /** Whether the viewer can remove this person; by default not. */
  canRemove?: (person: Relative) => boolean;
  onRemove?: (person: Relative) => void;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? people : people.slice(0, SHOWN);
  return (
    <>
      <ul className="grid gap-0.5">
        {shown.map((person) => {
          const { pk, full_name: name, role } = person;
          return (
            <li key={pk} className="-mx-2 flex items-center gap-1">
              <Link
                to={paths.user(pk)}
                className="flex min-h-9 min-w-0 flex-1 items-center gap-2.5 rounded-control px-2 py-1 hover:bg-hover pointer-coarse:min-h-11"
              >
                <Avatar name={name} picture={person.picture} size="small" />
                <span className="min-w-0 flex-1 truncate">
                  {name}
                  {pk === viewerPk && <span className="text-muted"> (you)</span>}
                </span>
                {withRole && <span className="text-sm text-muted">{ROLE_NAMES[role]}</span>}
                {detail?.(person)}
              </Link>
              {canRemove?.(person) && (
                <IconButton label={`Remove ${name}`} icon={<X />} onClick={() => onRemove?.(person)} />
              )}
            </li>
          );
        })}
      </ul>
      {shown.length < people.length && (
        <button
          type="button"
          className={buttonClass('ghost', 'mt-1 -ml-3')}
          onClick={() => setShowsAll(true)}
        >
          Show all {people.length}
        </button>
      )}
    </>
  );
}
