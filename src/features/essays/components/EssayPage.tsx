import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Ellipsis, FileDown, History, Pencil, Printer, Trash2, Users } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { ESSAY_STATUS_NAMES, ESSAY_STATUSES, type EssayStatus } from '#shared/essays/limits.ts';
import { deleteDraftsAbout } from '#src/lib/drafts/delete-drafts.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Menu } from '#src/ui/overlays/Menu.tsx';
import type { MenuAction } from '#src/ui/overlays/MenuPopup.tsx';
import { RichTextView } from '#src/ui/rich-text/RichTextView.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { UpLink } from '#src/ui/navigation/UpLink.tsx';
import {
  commentDraftSubject,
  detailsDraftSubject,
  essayDraftSubject,
  type EssayValues,
} from '../essay-draft.ts';
import { useChangeEssayDetails, useDeleteEssay, useShareEssay } from '../mutations.ts';
import { type EssayDetail, essayQueries } from '../queries.ts';
import { DueDate } from './DueDate.tsx';
import { EssayComments } from './EssayComments.tsx';
import { EssayEditor, type EssaySession } from './EssayEditor.tsx';
import { EssayFormDialog } from './EssayFormDialog.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { WordCount } from './WordCount.tsx';

/** Opened rarely: a separate chunk. */
const EssayVersions = lazy(async () => ({ default: (await import('./EssayVersions.tsx')).EssayVersions }));

const STATUS_OPTIONS = ESSAY_STATUSES.map((value) => ({ value, label: ESSAY_STATUS_NAMES[value] }));

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

/** The title, readers and status of an essay, with the viewer's actions. */
function EssayHeader({
  essay,
  isOwn,
  visibility,
  actions,
}: {
  essay: EssayDetail;
  isOwn: boolean;
  visibility: ReactNode;
  actions: readonly MenuAction[];
}) {
  const change = useChangeEssayDetails();
  const share = useShareEssay();
  const canChange = essay.permissions.includes('change_essay');
  return (
    <header className="flex flex-wrap items-center justify-between gap-2">
      <UpLink to={paths.essays(essay.student.pk)}>
        {isOwn ? 'Essays' : `Essays of ${essay.student.fullName}`}
      </UpLink>
      <h1 className={canChange ? 'sr-only' : 'order-last w-full text-2xl font-semibold'}>{essay.title}</h1>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        {visibility}
        {essay.permissions.includes('share_essay') && (
          <Button
            icon={<Users aria-hidden className="size-4" />}
            busy={share.isPending}
            writes
            onClick={() => share.mutate({ id: essay.id, isShared: !essay.isShared })}
          >
            {essay.isShared ? 'Stop sharing' : 'Share with parents'}
          </Button>
        )}
        {canChange ? (
          <Select
            label="Status"
            hideLabel
            options={STATUS_OPTIONS}
            value={essay.status}
            onChange={(event) =>
              change.mutate(
                { id: essay.id, status: event.target.value as EssayStatus },
                { onError: (error) => showError(`Could not change the status: ${error.message}`) },
              )
            }
          />
        ) : (
          <StatusBadge status={essay.status} />
        )}
        <Menu trigger={<IconButton label="Actions for this essay" icon={<Ellipsis />} />} actions={actions} />
      </div>
    </header>
  );
}

/** Asks before deleting an essay with its drafts on this device, then opens the student's list. */
function DeleteEssayDialog({
  open,
  owner,
  essay,
  onClose,
}: {
  open: boolean;
  owner: string;
  essay: EssayDetail;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const remove = useDeleteEssay(() =>
    deleteDraftsAbout(owner, [
      essayDraftSubject(essay),
      detailsDraftSubject(essay),
      commentDraftSubject(essay.id),
    ]),
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Delete ${essay.title}?`}
      description="This deletes the essay with its versions and comments."
      width="small"
      busy={remove.isPending}
      actions={
        <>
          <CancelButton onClick={onClose} />
          <Button
            variant="danger"
            onClick={() =>
              remove.mutate(
                { id: essay.id, title: essay.title },
                { onSuccess: () => void navigate(paths.essays(essay.student.pk), { replace: true }) },
              )
            }
          >
            Delete
          </Button>
        </>
      }
    />
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
