import { useQueries } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { paths } from '#shared/kernel/paths.ts';
import { bestFirst, SEARCH_LENGTH, normalizeSearch } from '#shared/search/rules.ts';
import { meetingQueries } from '#src/features/meetings/queries.ts';
import { periodInWords } from '#src/lib/dates/relative-time.ts';
import { CommandChoice, CommandChoices, type CommandPage } from '#src/ui/overlays/CommandPalette.tsx';
import { resultCountText } from './count.ts';
import { FoundNothing, NotSearched, ResultsSkeleton } from './search-pages.tsx';

/** The maximum number of meetings to choose from. */
const MAX_MEETINGS = 8;

const FAILED = 'Your meetings could not be loaded.';

// Running, past and upcoming meetings.
const PERIODS = [
  meetingQueries.list('NOW', 5),
  meetingQueries.list('PAST', 20),
  meetingQueries.list('UPCOMING', 3),
] as const;

/**
 * Returns the search page that chooses the meeting of a new note, among meetings without a sent note: running, then
 * past (latest first), then upcoming.
 */
export function useMeetingsPage({
  enabled,
  onBack,
  onChoose,
}: {
  enabled: boolean;
  onBack: () => void;
  onChoose: (path: string) => void;
}): CommandPage {
  const [text, setText] = useState('');
  const searchText = normalizeSearch(text);
  const queries = useQueries({ queries: PERIODS.map((query) => ({ ...query, enabled })) });
  const isComplete = queries.every(({ data }) => data !== undefined);
  const isError = queries.some((query) => query.isError);
  const isWaiting = !isComplete && queries.some(({ isFetching }) => isFetching);

  const toWrite = queries
    .flatMap(({ data }) => data ?? [])
    .filter(({ meetingNote, permissions }) => meetingNote === null && permissions.includes('add_meetingnote'))
    .map((meeting) => ({ ...meeting, label: `${meeting.name} with ${meeting.client.fullName}` }));
  const shown = isComplete
    ? bestFirst(toWrite, ({ label }) => label, searchText, { limit: MAX_MEETINGS })
    : [];
  const nothing = toWrite.length === 0 ? 'No meeting needs a note' : `Nothing found for “${searchText}”`;

  const back = () => {
    setText('');
    onBack();
  };
  const retry = () => {
    for (const query of queries) if (query.isError) void query.refetch();
  };

  let below = null;
  let status = resultCountText(shown.length);
  if (isError) {
    status = FAILED;
    below = (
      <NotSearched isOffline={!navigator.onLine} retrying={isWaiting} onRetry={retry}>
        {FAILED}
      </NotSearched>
    );
  } else if (!isComplete) {
    status = 'Loading';
    below = <ResultsSkeleton />;
  } else if (shown.length === 0) {
    status = nothing;
    below = <FoundNothing>{nothing}</FoundNothing>;
  }

  return {
    title: 'New meeting note',
    placeholder: 'Choose the meeting',
    text,
    onText: setText,
    maxLength: SEARCH_LENGTH,
    onBack: back,
    busy: isWaiting,
    status,
    below,
    children: shown.length > 0 && (
      <CommandChoices title="New meeting note about">
        {shown.map(({ simplybookId, label, startsAt, endsAt }) => (
          <CommandChoice
            key={simplybookId}
            id={`meeting ${simplybookId}`}
            icon={<CalendarClock />}
            label={label}
            match={searchText}
            detail={periodInWords(new Date(startsAt), new Date(endsAt))}
            onChoose={() => onChoose(paths.newMeetingNote(simplybookId))}
          />
        ))}
      </CommandChoices>
    ),
  };
}
