import { useQuery } from '@tanstack/react-query';
import { paths } from '#shared/kernel/paths.ts';
import { useReadAlert } from '#src/features/alerts/mutations.ts';
import { alertQueries } from '#src/features/alerts/queries.ts';
import { LinkSection } from './LinkSection.tsx';

const SHOWN = 3;

/** The newest unread alerts; nothing when there are none. */
export function AlertsSection() {
  const { data } = useQuery(alertQueries.newest());
  const read = useReadAlert();
  const unread = data?.alerts.filter(({ read_at }) => read_at === null) ?? [];
  if (data === undefined || unread.length === 0) return null;
  const shown = unread.slice(0, SHOWN);
  return (
    <LinkSection
      title={`Unread alerts (${data.unread_count})`}
      links={shown.map(({ pk, path, title, reason }) => ({
        key: pk,
        path,
        text: title,
        hint: reason,
        onOpen: () => read.mutate(pk),
      }))}
      more={data.unread_count - shown.length}
      morePath={paths.alertFeed}
    />
  );
}
