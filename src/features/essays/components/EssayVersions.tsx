import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useMemo, useState } from 'react';
import { emptyRichText, type RichTextDocument } from '#shared/rich-text/schema.ts';
import { wordCountText } from '#shared/essays/words.ts';
import { readerFormat } from '#src/lib/dates/reader-zone.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { RichTextView } from '#src/ui/rich-text/RichTextView.tsx';
import { SegmentedControl } from '#src/ui/fields/SegmentedControl.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { compareTexts, type ComparedPart } from '../compare-texts.ts';
import type { EssayValues } from '../essay-draft.ts';
import { essayQueries, type EssayVersion } from '../queries.ts';

const time = readerFormat({ dateStyle: 'medium', timeStyle: 'short' });

const MODES = [
  { value: 'changes', label: 'Changes' },
  { value: 'changes-since', label: 'Changes since' },
  { value: 'text', label: 'Text' },
] as const;
type Mode = (typeof MODES)[number]['value'];

function Part({ part: { kind, text } }: { part: ComparedPart }) {
  if (kind === 'same') return text;
  const Tag = kind === 'added' ? 'ins' : 'del';
  return (
    <Tag className={kind === 'added' ? 'bg-success-soft text-success' : 'bg-danger-soft text-danger'}>
      <span className="sr-only">{` ${kind}: `}</span>
      {text}
    </Tag>
  );
}

function Differences({ older, newer }: { older: RichTextDocument; newer: RichTextDocument }) {
  const { parts, added, removed } = useMemo(() => compareTexts(older, newer), [older, newer]);
  if (added === 0 && removed === 0) return <p className="text-muted">No words were changed.</p>;
  return (
    <>
      <p className="mb-3 text-sm text-muted tabular-nums">{`${wordCountText(added, null)} added, ${removed} removed`}</p>
      <div className="max-w-[68ch] break-words whitespace-pre-wrap">
        {parts.map((part, index) => (
          <Part key={index} part={part} />
        ))}
      </div>
    </>
  );
}

/** The text of a version, or how it differs. */
function VersionText({
  mode,
  body,
  olderBody,
  currentBody,
}: {
  mode: Mode;
  body: RichTextDocument;
  /** The text of the version before it. */
  olderBody: RichTextDocument;
  /** The text in the editor. */
  currentBody: RichTextDocument;
}) {
  if (mode === 'text') return <RichTextView body={body} />;
  if (mode === 'changes') return <Differences older={olderBody} newer={body} />;
  return <Differences older={body} newer={currentBody} />;
}

function VersionView({
  version,
  before,
  current,
  onRestore,
}: {
  version: EssayVersion;
  /** The version before it; undefined for the first one. */
  before: EssayVersion | undefined;
  current: EssayValues;
  onRestore: ((values: EssayValues) => void) | undefined;
}) {
  const [mode, setMode] = useState<Mode>('changes');
  const shown = useQuery(essayQueries.version(version.pk));
  const older = useQuery({ ...essayQueries.version(before?.pk ?? 0), enabled: before !== undefined });
  const { data } = shown;
  const olderBody = before === undefined ? emptyRichText : older.data?.body;
  if (shown.isError || older.isError) {
    const retry = () => void Promise.all([shown.refetch(), older.refetch()]);
    return <ErrorState onRetry={retry} retrying={shown.isFetching || older.isFetching} />;
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SegmentedControl label="What to show" segments={MODES} value={mode} onChange={setMode} />
        {onRestore !== undefined && data !== undefined && (
          <Button writes onClick={() => onRestore(data)}>
            Restore this version
          </Button>
        )}
      </div>
      <div data-private>
        {data === undefined || olderBody === undefined ? (
          <SkeletonText lines={8} />
        ) : (
          <VersionText mode={mode} body={data.body} olderBody={olderBody} currentBody={current.body} />
        )}
      </div>
    </div>
  );
}

/** The saved versions, newest first. */
function VersionList({
  versions,
  chosenPk,
  onChoose,
}: {
  versions: readonly EssayVersion[];
  chosenPk: number;
  onChoose: (pk: number) => void;
}) {
  return (
    <ul
      aria-label="Saved versions"
      className="grid max-h-48 content-start gap-1 overflow-y-auto md:max-h-[60dvh]"
    >
      {versions.map(({ pk, savedAt, wordCount, author }) => (
        <li key={pk}>
          <button
            type="button"
            aria-pressed={pk === chosenPk}
            onClick={() => onChoose(pk)}
            className={clsx(
              'grid w-full rounded-control px-3 py-2 text-left hover:bg-hover',
              pk === chosenPk && 'bg-accent-soft',
            )}
          >
            <span className="font-medium tabular-nums">{time().format(new Date(savedAt))}</span>
            <span className="text-xs text-muted">
              {`${author?.fullName ?? 'Deleted account'}, ${wordCountText(wordCount, null)}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The version history of an essay: what changed in each version and since then, and restoring one. */
export function EssayVersions({
  essayPk,
  current,
  onRestore,
  onClose,
}: {
  essayPk: number;
  current: EssayValues;
  /** Puts a version's text into the editor; missing for people who cannot change the essay. */
  onRestore: ((values: EssayValues) => void) | undefined;
  onClose: () => void;
}) {
  const query = useQuery(essayQueries.versions(essayPk));
  const [chosenPk, setChosenPk] = useState<number | null>(null);
  const versions = query.data ?? [];
  const index = Math.max(
    0,
    versions.findIndex(({ pk }) => pk === chosenPk),
  );
  const version = versions[index];
  return (
    <Dialog
      open
      onClose={onClose}
      title="Versions"
      width="wide"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {query.isPending && <SkeletonText lines={8} />}
      {query.isLoadingError && (
        <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
      )}
      {query.data?.length === 0 && (
        <p className="pb-4 text-muted">
          No versions yet. A version is saved at most every 2 minutes while someone writes.
        </p>
      )}
      {version !== undefined && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-4 md:grid-cols-[14rem_minmax(0,1fr)]">
          <VersionList versions={versions} chosenPk={version.pk} onChoose={setChosenPk} />
          <VersionView
            key={version.pk}
            version={version}
            before={versions[index + 1]}
            current={current}
            onRestore={onRestore}
          />
        </div>
      )}
    </Dialog>
  );
}
