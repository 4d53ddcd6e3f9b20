import { Plus, Trash2 } from 'lucide-react';
import type { FieldErrors } from 'react-hook-form';
import { ARTICLE_LIMITS } from '#shared/learning/article.ts';
import type { ArticleContent } from '#shared/learning/schema.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';

type Sources = ArticleContent['sources'];

/** The sources of an article: a name and an address each. */
export function SourceFields({
  sources,
  errors,
  onChange,
}: {
  sources: Sources;
  errors: FieldErrors<ArticleContent>['sources'];
  onChange: (sources: Sources) => void;
}) {
  const change = (index: number, part: Partial<Sources[number]>) =>
    onChange(sources.map((source, at) => (at === index ? { ...source, ...part } : source)));
  return (
    <Card
      title="Sources"
      action={
        sources.length < ARTICLE_LIMITS.sources && (
          <Button
            variant="ghost"
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => onChange([...sources, { title: '', url: '' }])}
          >
            Add source
          </Button>
        )
      }
    >
      {sources.length === 0 ? (
        <p className="text-muted">No sources yet. Add where the facts come from.</p>
      ) : (
        <ul className="grid gap-3">
          {sources.map((source, index) => (
            <li key={index} className="flex items-start gap-2">
              <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">
                <TextField
                  label={`Name of source ${index + 1}`}
                  hideLabel
                  placeholder="Name"
                  maxLength={ARTICLE_LIMITS.sourceTitle}
                  value={source.title}
                  error={errors?.[index]?.title?.message}
                  onChange={(event) => change(index, { title: event.target.value })}
                />
                <TextField
                  label={`Address of source ${index + 1}`}
                  hideLabel
                  type="url"
                  placeholder="https://"
                  maxLength={ARTICLE_LIMITS.sourceUrl}
                  value={source.url}
                  error={errors?.[index]?.url?.message}
                  onChange={(event) => change(index, { url: event.target.value })}
                />
              </div>
              <IconButton
                label={`Remove source ${index + 1}`}
                icon={<Trash2 />}
                onClick={() => onChange(sources.filter((_source, at) => at !== index))}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
