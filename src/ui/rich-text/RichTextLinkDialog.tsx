import { zodResolver } from '@hookform/resolvers/zod';
import type { Editor } from '@tiptap/react';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { linkProblem } from '#shared/rich-text/link.ts';
import { Button } from '../buttons/Button.tsx';
import { CancelButton } from '../buttons/CancelButton.tsx';
import { Dialog } from '../overlays/Dialog.tsx';
import { TextField } from '../fields/TextField.tsx';

const formInput = z.object({
  url: z
    .string()
    .trim()
    .superRefine((url, context) => {
      const problem = linkProblem(url);
      if (problem !== undefined) context.addIssue(problem);
    }),
});

/** Asks for the address of a link: required and valid (FORM-006). */
export function RichTextLinkDialog({
  editor,
  open,
  onClose,
}: {
  editor: Editor;
  open: boolean;
  onClose: () => void;
}) {
  const form = useId();
  const existing = open && editor.isActive('link');
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={existing ? 'Edit link' : 'Add link'}
      width="small"
      actions={
        <>
          {existing && (
            <Button variant="ghost" onClick={remove} className="mr-auto">
              Remove link
            </Button>
          )}
          <CancelButton onClick={onClose} />
          <Button variant="primary" type="submit" form={form}>
            Save
          </Button>
        </>
      }
    >
      <LinkForm
        id={form}
        address={String(editor.getAttributes('link').href ?? '')}
        onSave={(href) => {
          setLink(editor, href);
          onClose();
        }}
      />
    </Dialog>
  );
}

/** The form in the dialog. It is mounted each time the dialog opens, so it starts with the current address. */
function LinkForm({ id, address, onSave }: { id: string; address: string; onSave: (href: string) => void }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(formInput),
    defaultValues: { url: address },
  });
  const save = handleSubmit(({ url }) => onSave(url));
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        // React events bubble to the form that contains this dialog in the component tree.
        event.stopPropagation();
        void save(event);
      }}
    >
      <TextField
        label="URL"
        type="url"
        required
        placeholder="https://"
        error={formState.errors.url?.message}
        data-autofocus
        {...register('url')}
      />
    </form>
  );
}

/** Links the selected text; without a selection, inserts the address as text. */
function setLink(editor: Editor, href: string) {
  const { empty } = editor.state.selection;
  if (empty && !editor.isActive('link')) {
    editor
      .chain()
      .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
      .run();
    return;
  }
  editor.chain().extendMarkRange('link').setLink({ href }).run();
}
