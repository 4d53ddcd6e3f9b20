import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { FileDown, History, Pencil, Printer, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import type { MenuAction } from '#src/ui/overlays/MenuPopup.tsx';
import { RichTextView } from '#src/ui/rich-text/RichTextView.tsx';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import type { EssayValues } from '../essay-draft.ts';
import { type EssayDetail, essayQueries } from '../queries.ts';
import { DeleteEssayDialog } from './DeleteEssayDialog.tsx';
import { DueDate } from './DueDate.tsx';
import { EssayComments } from './EssayComments.tsx';
import { EssayEditor } from './EssayEditor.tsx';
import { EssayFormDialog } from './EssayFormDialog.tsx';
import { EssayHeader } from './EssayHeader.tsx';
import type { EssaySession } from './useEssaySession.ts';
import { WordCount } from './WordCount.tsx';

/** Opened rarely: a separate chunk. */
const EssayVersions = lazy(async () => ({ default: (await import('./EssayVersions.tsx')).EssayVersions }));

function Prompt({ essay }: { essay: EssayDetail }) {
  if (essay.prompt === '') return null;
  return (
    <section aria-label="Prompt" className="rounded-card bg-sunken px-4 py-3">
      <h2 className="text-xs font-semibold text-muted">Prompt</h2>
      <p className="break-words whitespace-pre-wrap">{essay.prompt}</p>
    </section>
  );
}

/** The college, date and readers of an essay. */
function Facts({ essay }: { essay: EssayDetail }) {
  const facts: ReactNode[] = [
    ...(essay.college === null ? [] : [essay.college.name]),
    ...(essay.dueOn === null
      ? []
      : [<DueDate key="due" dueOn={essay.dueOn} isDone={essay.status === 'DONE'} />]),
    ...(essay.isShared ? ['Shared with parents'] : []),
  ];
  if (facts.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-muted">
      {facts.map((fact, index) => (
        <span key={index}>{fact}</span>
      ))}
    </p>
  );
}

/** One essay: the editor for people who can write it, the text for its other readers. */
export function EssayPage({
  owner,
  essay,
  isOwn,
  visibility,
}: {
  /** The viewer, as the owner of drafts. */
  owner: string;
  essay: EssayDetail;
  isOwn: boolean;
  /** Says who can see the essay. */
  visibility: ReactNode;
}) {
  const navigate = useNavigate();
  const { data: list } = useQuery(essayQueries.ofStudent(essay.student.pk));
  const [dialog, setDialog] = useState<'details' | 'versions' | 'delete' | null>(null);
  const [session, setSession] = useState<EssaySession | null>(null);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const canChange = essay.permissions.includes('change_essay');
  const canViewHistory = essay.permissions.includes('view_history');
  /** Returns the text in the editor, including unsaved changes. */
  const currentText = (): EssayValues => session?.read().values ?? essay;

  const download = async () => {
    try {
      const { downloadDocx } = await import('../to-docx.ts');
      await downloadDocx({ ...currentText(), prompt: essay.prompt });
    } catch {
      showError('Could not create the document. Check your connection and try again.');
    }
  };
  const restore = (values: EssayValues) => {
    if (session === null) return;
    const before = session.read().values;
    setDialog(null);
    session.replace({ ...before, ...values, restoredAt: Date.now() });
    showSuccess('Version restored', { label: 'Undo', onSelect: () => session.replace(before) });
  };

  const actions: MenuAction[] = [
    ...(canChange ? [{ label: 'Edit details', icon: <Pencil />, onSelect: () => setDialog('details') }] : []),
    ...(canViewHistory
      ? [{ label: 'Versions', icon: <History />, onSelect: () => setDialog('versions') }]
      : []),
    { label: 'Download as .docx', icon: <FileDown />, onSelect: () => void download() },
    { label: 'Print or save as PDF', icon: <Printer />, onSelect: () => globalThis.print() },
    ...(essay.permissions.includes('delete_essay')
      ? [
          {
            label: 'Delete essay',
            icon: <Trash2 />,
            danger: true,
            separated: true,
            onSelect: () => setDialog('delete'),
          },
        ]
      : []),
  ];
  return (
    <div
      className={clsx(
        'mx-auto grid w-full grid-cols-[minmax(0,1fr)] gap-4',
        canViewHistory ? 'max-w-[1080px]' : 'max-w-[720px]',
      )}
    >
      <EssayHeader essay={essay} isOwn={isOwn} visibility={visibility} actions={actions} />
      <Facts essay={essay} />
      <div
        className={clsx(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-6',
          canViewHistory && 'lg:grid-cols-[minmax(0,1fr)_20rem] print:block',
        )}
      >
        <div ref={setContainer} className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {canChange ? (
            <EssayEditor
              key={essay.pk}
              owner={owner}
              pk={essay.pk}
              studentPk={essay.student.pk}
              essay={essay}
              limit={essay.wordLimit}
              aside={<Prompt essay={essay} />}
              onSession={setSession}
              onCreated={(pk) => void navigate(paths.essay(essay.student.pk, pk), { replace: true })}
            />
          ) : (
            <>
              <Prompt essay={essay} />
              <section aria-label="Text" data-private className="rounded-card border bg-surface p-4 sm:p-6">
                <RichTextView body={essay.body} />
              </section>
              <p className="text-sm">
                <WordCount words={essay.wordCount} limit={essay.wordLimit} />
              </p>
            </>
          )}
        </div>
        {canViewHistory && <EssayComments owner={owner} essay={essay} container={container} />}
      </div>
      {dialog === 'versions' && (
        <Suspense>
          <EssayVersions
            essayPk={essay.pk}
            current={currentText()}
            onRestore={canChange ? restore : undefined}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
      {dialog === 'details' && (
        <EssayFormDialog
          owner={owner}
          studentPk={essay.student.pk}
          colleges={list?.colleges ?? []}
          essay={essay}
          onClose={() => setDialog(null)}
        />
      )}
      <DeleteEssayDialog
        open={dialog === 'delete'}
        owner={owner}
        essay={essay}
        onClose={() => setDialog(null)}
      />
    </div>
  );
}
