import type { RichTextDocument } from '#shared/rich-text/schema.ts';

/** The props of the rich text editor and of the part that loads on demand. */
export type RichTextEditorProps = {
  label: string;
  hideLabel?: boolean;
  hint?: string;
  error?: string;
  required?: boolean;
  /** The document. A value other than the last one passed to onChange replaces the text. */
  value: RichTextDocument;
  onChange: (value: RichTextDocument) => void;
  onBlur?: () => void;
  /** Grows to the height of its (flex) parent instead of 240 px: for the side panel. */
  fill?: boolean;
  disabled?: boolean;
};
