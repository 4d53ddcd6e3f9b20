import type { Editor } from '@tiptap/react';
import { useEffect, useId, useState } from 'react';
import { linkProblem } from '#shared/rich-text/link.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { TextField } from './TextField.tsx';

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
  const [url, setUrl] = useState('');
  const [asked, setAsked] = useState(false);
  const existing = open && editor.isActive('link');

  useEffect(() => {
    if (!open) return;
    setUrl(String(editor.getAttributes('link').href ?? ''));
    setAsked(false);
  }, [open, editor]);

  const save = () => {
    setAsked(true);
    if (linkProblem(url)) return;
    setLink(editor, url.trim());
    onClose();
  };
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
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog stands inside the form of a page in React's tree.
          event.stopPropagation();
          save();
        }}
      >
        <TextField
          label="URL"
          type="url"
          required
          placeholder="https://"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          error={asked ? linkProblem(url) : undefined}
          data-autofocus
        />
      </form>
    </Dialog>
  );
}

/** Links the chosen words; where nothing is chosen the address itself is written. */
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
