import { Editor, EditorContent } from '@tiptap/react';
import clsx from 'clsx';
import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import { FieldError } from '../fields/FieldError.tsx';
import type { RichTextEditorProps } from './rich-text-editor-props.ts';
import { RICH_TEXT_EDITOR_HEIGHT } from './rich-text-editor-height.ts';
import { richTextExtensions } from './rich-text-extensions.ts';
import { inertPaste, preparePaste } from './rich-text-paste.ts';
import { RichTextToolbar } from './RichTextToolbar.tsx';

const RichTextLinkDialog = lazy(async () => ({
  default: (await import('./RichTextLinkDialog.tsx')).RichTextLinkDialog,
}));

/** The editor itself; use RichTextEditor, which loads it. */
export function RichTextEditorCore({
  label,
  hideLabel = false,
  hint,
  error,
  required = false,
  value,
  onChange,
  onBlur,
  fill = false,
  disabled = false,
}: RichTextEditorProps) {
  const id = useId();
  const [linking, setLinking] = useState(false);
  const [hasLinked, setHasLinked] = useState(false);
  if (linking && !hasLinked) setHasLinked(true);
  const typed = useRef(new WeakSet<RichTextDocument>([value]));
  const handlers = useRef({ onChange, onBlur });
  handlers.current = { onChange, onBlur };

  const describedBy = clsx(hint && `${id}-hint`, error && `${id}-error`);
  const editorProps = useMemo(
    () => ({
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-required': String(required),
        'aria-invalid': String(Boolean(error)),
        ...(describedBy && { 'aria-describedby': describedBy }),
        class: clsx('rich-text min-h-full px-3 py-2.5 outline-none'),
      },
      transformPastedHTML: inertPaste,
      // Removes what the parser would reject from pasted content.
      transformPastedText: (text: string) => text.replaceAll('\0', '').toWellFormed(),
      handleKeyDown: (_view: unknown, event: KeyboardEvent) => {
        if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return false;
        event.preventDefault();
        setLinking(true);
        return true;
      },
    }),
    [id, required, error, describedBy],
  );

  const [editor] = useState(
    () =>
      new Editor({
        extensions: richTextExtensions,
        content: value,
        editable: !disabled,
        injectCSS: false,
        editorProps,
        onUpdate: ({ editor: changed }) => {
          const document = changed.getJSON() as RichTextDocument;
          typed.current.add(document);
          handlers.current.onChange(document);
        },
        onFocus: () => void preparePaste(),
        onBlur: () => handlers.current.onBlur?.(),
      }),
  );
  useEffect(() => () => editor.destroy(), [editor]);
  useEffect(() => editor.setOptions({ editorProps }), [editor, editorProps]);

  useEffect(() => {
    // On a slow device, the editor's own text can come back as `value` after more was typed. Replacing the
    // text with it would lose the last letters, so only other values do.
    if (typed.current.has(value)) return;
    typed.current = new WeakSet([value]);
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => {
    if (editor.isEditable === disabled) editor.setEditable(!disabled, false);
  }, [editor, disabled]);

  return (
    <div className={clsx('flex min-w-0 flex-col gap-1', fill && 'min-h-0 flex-1')}>
      <span id={`${id}-label`} className={hideLabel ? 'sr-only' : 'font-medium'}>
        {label}
      </span>
      <div
        className={clsx(
          'flex min-w-0 flex-col overflow-hidden rounded-control border bg-surface transition-colors',
          'has-[.rich-text:focus-visible]:outline-2 has-[.rich-text:focus-visible]:outline-offset-2 has-[.rich-text:focus-visible]:outline-accent',
          error ? 'border-danger' : 'border-control',
          fill && 'min-h-0 flex-1',
        )}
      >
        <RichTextToolbar editor={editor} label={label} disabled={disabled} onLink={() => setLinking(true)} />
        <EditorContent
          editor={editor}
          className={clsx('grid', fill && 'min-h-0 flex-1 overflow-y-auto')}
          style={fill ? undefined : { minHeight: RICH_TEXT_EDITOR_HEIGHT }}
        />
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
      {hasLinked && (
        <Suspense>
          <RichTextLinkDialog editor={editor} open={linking} onClose={() => setLinking(false)} />
        </Suspense>
      )}
    </div>
  );
}
