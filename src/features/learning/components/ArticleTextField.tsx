import { useState } from 'react';
import { ARTICLE_LIMITS, readingMinutes } from '#shared/learning/article.ts';
import { Markdown } from '#src/ui/rich-text/Markdown.tsx';
import { Tabs } from '#src/ui/navigation/Tabs.tsx';
import { TextArea } from '#src/ui/fields/TextArea.tsx';

const TABS = [
  { id: 'write', label: 'Write' },
  { id: 'preview', label: 'Preview' },
];

/** The text of an article as Markdown, with a preview. */
export function ArticleTextField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (body: string) => void;
}) {
  const [tab, setTab] = useState('write');
  return (
    <Tabs label="Text of the article" tabs={TABS} current={tab} onChange={setTab}>
      {tab === 'write' ? (
        <TextArea
          label="Text"
          hideLabel
          required
          rows={16}
          maxRows={30}
          maxLength={ARTICLE_LIMITS.body}
          hint={`Markdown: ## heading, **bold**, - list, [link](https://…). ${readingMinutes(value)} min read.`}
          value={value}
          error={error}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : value.trim() === '' ? (
        <p className="text-muted">Write something to see its preview here.</p>
      ) : (
        <div className="article mx-auto max-w-[720px]">
          <Markdown headings={3}>{value}</Markdown>
        </div>
      )}
    </Tabs>
  );
}
