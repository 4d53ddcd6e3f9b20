import { paths } from '#shared/kernel/paths.ts';
import type { PinnedUser } from '#shared/users/responses.ts';
import { Avatar } from '#src/ui/display/Avatar.tsx';
import { appPage } from '../extension/app-page.ts';
import { Section } from './Frame.tsx';

/** The number of people that fit into two rows. */
const SHOWN = 10;

/** The pinned people; each opens their page in the app. */
export function PinnedRow({ pinned }: { pinned: readonly PinnedUser[] }) {
  if (pinned.length === 0) return null;
  const more = pinned.length - SHOWN;
  return (
    <Section title="Pinned">
      <ul className="grid grid-cols-5 gap-y-1">
        {pinned.slice(0, SHOWN).map((user) => (
          <li key={user.pk} className="min-w-0">
            <a
              href={appPage(paths.user(user.pk))}
              target="_blank"
              rel="noreferrer"
              title={user.full_name}
              className="grid justify-items-center gap-1 rounded-control p-1.5 text-xs transition-colors hover:bg-hover"
            >
              <Avatar name={user.full_name} picture={user.picture} size="large" />
              <span className="max-w-full truncate" aria-hidden>
                {user.full_name.split(' ')[0]}
              </span>
              <span className="sr-only">{user.full_name}</span>
            </a>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <a
          href={appPage(paths.home)}
          target="_blank"
          rel="noreferrer"
          className="px-1 text-xs text-accent-text hover:underline"
        >
          {more} more in the app
        </a>
      )}
    </Section>
  );
}
