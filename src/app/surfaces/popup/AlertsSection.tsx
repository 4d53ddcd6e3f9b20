import { useQuery } from '@tanstack/react-query';
import { paths } from '#shared/kernel/paths.ts';
import { useReadAlert } from '#src/features/alerts/mutations.ts';
import { alertQueries } from '#src/features/alerts/queries.ts';
import { appPage } from '../extension/app-page.ts';
import { Section } from './Frame.tsx';

const SHOWN = 3;

/** The newest unread alerts; nothing when there are none. */
export function AlertsSection() {
  const { data } = useQuery(alertQueries.newest());
  const read = useReadAlert();
  const unread = data?.alerts.filter(({ read_at }) => read_at === null) ?? [];
  if (data === undefined || unread.length === 0) return null;
  const more = data.unread_count - Math.min(unread.length, SHOWN);
  return (
    <Section title={`Unread alerts (${data.unread_count})`}>
      <ul className="grid gap-0.5">
        {unread.slice(0, SHOWN).map((alert) => (
          <li key={alert.pk}>
            <a
              href={appPage(alert.path)}
              target="_blank"
              rel="noreferrer"
              title={alert.reason}
              onClick={() => read.mutate(alert.pk)}
              className="flex min-h-10 items-center rounded-control px-2 font-medium hover:bg-hover"
            >
              <span className="truncate">{alert.title}</span>
            </a>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <a
          href={appPage(paths.alertFeed)}
          target="_blank"
          rel="noreferrer"
          className="px-2 text-accent-text hover:underline"
        >
          {more} more
        </a>
      )}
    </Section>
  );
}
