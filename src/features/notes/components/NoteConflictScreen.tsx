import type { ComponentProps } from 'react';
import { type ConflictTexts, TextConflictScreen } from '#src/ui/feedback/TextConflictScreen.tsx';
import type { NoteValues } from '../drafts/note-draft.ts';

const TEXTS: ConflictTexts = {
  noun: 'note',
  titleLabel: 'Name',
  bodyLabel: 'Body',
  frozen: {
    title: 'Cannot Edit: This meeting note has already been sent and cannot be edited!',
    text: 'Your later changes are kept on this device. Copy what you need before you discard them.',
    version: 'Sent version',
  },
};

/** Shows two versions of a note side by side until the person keeps one or merges them. */
export function NoteConflictScreen(
  props: Omit<ComponentProps<typeof TextConflictScreen<NoteValues>>, 'texts'>,
) {
  return <TextConflictScreen texts={TEXTS} {...props} />;
}
