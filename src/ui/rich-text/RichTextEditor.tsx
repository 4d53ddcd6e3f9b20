import clsx from 'clsx';
import { lazy, Suspense } from 'react';
import type { RichTextEditorProps } from './rich-text-editor-props.ts';
import { RICH_TEXT_EDITOR_HEIGHT } from './rich-text-editor-height.ts';
import { Skeleton } from '../feedback/Skeleton.tsx';

const Core = lazy(async () => ({ default: (await import('./RichTextEditorCore.tsx')).RichTextEditorCore }));

/** The rich text editor (FORM-004, FORM-005). A placeholder reserves its space while its code loads. */
export function RichTextEditor(props: RichTextEditorProps) {
  return (
    <Suspense
      fallback={
        <div
          role="status"
          aria-label="Loading editor"
          className={clsx('grid gap-1', props.fill && 'min-h-0 flex-1')}
        >
          {!props.hideLabel && <span className="font-medium">{props.label}</span>}
          <div
            className="h-full rounded-control border border-control p-3"
            style={props.fill ? undefined : { height: RICH_TEXT_EDITOR_HEIGHT + 41 }}
          >
            <Skeleton className="h-4 w-3/5" />
          </div>
        </div>
      }
    >
      <Core {...props} />
    </Suspense>
  );
}
