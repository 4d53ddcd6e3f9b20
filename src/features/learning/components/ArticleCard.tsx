import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { READ_PERCENT } from '#shared/learning/article.ts';
import type { ArticleSummary } from '#shared/learning/responses.ts';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Highlight } from '#src/ui/display/Highlight.tsx';
import { audiencesLabel, gradesLabel } from '../labels.ts';
import { BookmarkButton } from './BookmarkButton.tsx';

/** Keeps 'Grade 12' on one line. */
const NO_BREAK = '\u00a0';

/** Returns the reading time, readers and grades of an article. */
export function articleFacts({
  minutes,
  audiences,
  grades,
}: Pick<ArticleSummary, 'minutes' | 'audiences' | 'grades'>): string {
  return [`${minutes} min read`, audiencesLabel(audiences), gradesLabel(grades).replaceAll(' ', NO_BREAK)]
    .filter((part) => part !== '')
    .join(' · ');
}

/** An article in a list, with the words of the search highlighted. */
export function ArticleCard({
  article,
  search = '',
  headingLevel = 3,
}: {
  article: ArticleSummary;
  search?: string;
  headingLevel?: 2 | 3;
}) {
  const { slug, title, summary, excerpt, progress, bookmarked, hidden } = article;
  const Heading = `h${headingLevel}` as const;
  const isRead = progress >= READ_PERCENT;
  return (
    <li className="relative flex flex-col gap-1 rounded-card border bg-surface p-4 transition-colors hover:border-control has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-accent">
      <div className="flex items-start justify-between gap-2">
        <Heading className="font-semibold">
          {/* The link covers the whole card. */}
          <Link
            to={paths.article(slug)}
            className="outline-none after:absolute after:inset-0 after:rounded-card"
          >
            <Highlight text={title} match={search} words />
          </Link>
        </Heading>
        <span className="relative -mt-1.5 -mr-1.5">
          <BookmarkButton slug={slug} title={title} bookmarked={bookmarked} />
        </span>
      </div>
      <p className="text-muted">
        <Highlight text={summary} match={search} words />
      </p>
      {excerpt && (
        <p className="mt-1 border-l-2 pl-2 text-sm text-muted">
          <Highlight text={excerpt} match={search} words />
        </p>
      )}
      <div className="mt-auto flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1 pt-2 text-sm text-muted">
        <span>{articleFacts(article)}</span>
        {hidden && <Badge tone="warning">Hidden</Badge>}
        {isRead ? (
          <Badge tone="success" icon={<Check aria-hidden />}>
            Read
          </Badge>
        ) : (
          progress > 0 && <Badge>{progress}% read</Badge>
        )}
      </div>
    </li>
  );
}
