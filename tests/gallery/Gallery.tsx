import type { ReactNode } from 'react';
import { Snackbars } from '#src/ui/feedback/Snackbars.tsx';
import { ActionSection } from './sections/ActionSection.tsx';
import { DisplaySection } from './sections/DisplaySection.tsx';
import { FieldSection } from './sections/FieldSection.tsx';
import { OverlaySection } from './sections/OverlaySection.tsx';
import { PickerSection } from './sections/PickerSection.tsx';
import { RichTextSection } from './sections/RichTextSection.tsx';
import { TableSection } from './sections/TableSection.tsx';

const SECTIONS: Record<string, { title: string; content: ReactNode }> = {
  actions: { title: 'Actions', content: <ActionSection /> },
  fields: { title: 'Fields', content: <FieldSection /> },
  pickers: { title: 'Pickers', content: <PickerSection /> },
  table: { title: 'Table', content: <TableSection /> },
  overlays: { title: 'Overlays', content: <OverlaySection /> },
  editor: { title: 'Rich text', content: <RichTextSection /> },
  display: { title: 'Display', content: <DisplaySection /> },
};

/** Every component in every state on one page. */
export function Gallery({ only }: { only: string | null }) {
  return (
    <main className="mx-auto grid max-w-280 grid-cols-1 gap-10 px-4 py-8">
      <h1 className="text-2xl font-semibold">GoPath components</h1>
      {Object.entries(SECTIONS)
        .filter(([id]) => !only || id === only)
        .map(([id, { title, content }]) => (
          <section key={id} aria-labelledby={id} className="grid grid-cols-1 gap-4">
            <h2 id={id} className="text-xl font-semibold">
              {title}
            </h2>
            {content}
          </section>
        ))}
      <Snackbars />
    </main>
  );
}
