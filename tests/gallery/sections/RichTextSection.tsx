import { useState } from 'react';
import { renderText } from '#shared/rich-text/render.ts';
import { parseRichText } from '#shared/rich-text/parse.ts';
import { emptyRichText, type RichTextDocument } from '#shared/rich-text/schema.ts';
import { Card } from '#src/ui/display/Card.tsx';
import { RichTextEditor } from '#src/ui/rich-text/RichTextEditor.tsx';
import { RichTextView } from '#src/ui/rich-text/RichTextView.tsx';

const TEMPLATE: RichTextDocument = {
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text: 'Hi Maya,' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Key takeaways: ', marks: [{ type: 'bold' }] },
        { type: 'placeholder', attrs: { label: 'what we decided' } },
      ],
    },
    {
      type: 'bulletList',
      content: [
        {
          type: 'listItem',
          content: [
            { type: 'paragraph', content: [{ type: 'text', text: 'Register for the May SAT by Friday' }] },
          ],
        },
        {
          type: 'listItem',
          content: [
            {
              type: 'paragraph',
              content: [
                { type: 'text', text: 'Read ' },
                {
                  type: 'text',
                  text: 'the guide',
                  marks: [{ type: 'link', attrs: { href: 'https://gopath.example/guide' } }],
                },
              ],
            },
          ],
        },
      ],
    },
    {
      type: 'blockquote',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'I want to study oceans.' }] }],
    },
    { type: 'codeBlock', content: [{ type: 'text', text: 'GPA = points / credits' }] },
  ],
};

export function RichTextSection() {
  const [note, setNote] = useState(TEMPLATE);
  const [blank, setBlank] = useState(emptyRichText);
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <RichTextEditor
        label="Body"
        value={note}
        onChange={setNote}
        hint="Only you see it until you send it."
      />
      <Card title="As it is read">
        <RichTextView body={JSON.stringify(note)} />
      </Card>
      <RichTextEditor label="Note" value={blank} onChange={setBlank} error="Write something first" required />
      <div className="grid content-start gap-4">
        <button type="button" onClick={() => setBlank(TEMPLATE)}>
          Use template
        </button>
        <pre data-testid="json" tabIndex={0} className="max-h-60 overflow-auto text-xs whitespace-pre-wrap">
          {JSON.stringify(blank)}
        </pre>
        <output data-testid="text" className="whitespace-pre-wrap">
          {renderText(parseRichText(blank))}
        </output>
      </div>
      <div className="flex h-80 w-80 flex-col border">
        <RichTextEditor label="Panel note" hideLabel fill value={note} onChange={setNote} />
      </div>
    </div>
  );
}
