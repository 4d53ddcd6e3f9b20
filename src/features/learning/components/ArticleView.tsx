import { Check, Pencil, Printer } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { READ_PERCENT, TOPICS } from '#shared/learning/article.ts';
import type { Article } from '#shared/learning/responses.ts';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Button, buttonClass } from '#src/ui/buttons/Button.tsx';
import { Markdown } from '#src/ui/rich-text/Markdown.tsx';
import { UpLink } from '#src/ui/navigation/UpLink.tsx';
import { dateText } from '#src/lib/dates/calendar-date.ts';
import { useSaveProgress } from '../mutations.ts';
import { useReadingProgress } from '../useReadingProgress.ts';
import { ArticleCard, articleFacts } from './ArticleCard.tsx';
import { BookmarkButton } from './BookmarkButton.tsx';

/** Where the text of an article comes from. */
function Sources({ sources }: Pick<Article, 'sources'>) {
  if (sources.length === 0) return null;
  return (
    <section aria-labelledby="sources" className="grid gap-1 text-sm">
      <h2 id="sources" className="font-semibold">
        Sources
      </h2>
      <ul className="grid gap-1">
        {sources.map(({ title, url }) => (
          <li key={url}>
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="touch-target text-accent-text underline underline-offset-2 print:after:content-['_('_attr(href)_')']"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** An article with its sources and related articles (SHEL-004). Remembers how far the person read. */
export function ArticleView({ article, canChange }: { article: Article; canChange: boolean }) {
  const { slug, title, topic, author, date, body, sources, related, bookmarked, hidden } = article;
  const text = useRef<HTMLDivElement>(null);
  const save = useSaveProgress(slug);
  const position = useReadingProgress(text, article.progress, (percent) => void save(percent));
  const isRead = article.progress >= READ_PERCENT;
  return (
    <div className="mx-auto grid w-full max-w-[720px] grid-cols-[minmax(0,1fr)] gap-6 print:max-w-none">
      <div aria-hidden className="fixed inset-x-0 top-12 z-10 h-0.5 md:left-60 print:hidden">
        <div className="h-full bg-accent" style={{ width: `${position}%` }} />
      </div>
      <header className="grid gap-2">
        <UpLink to={paths.learningCenter}>Learning Center</UpLink>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h1 className="min-w-0 text-[26px] leading-8 font-semibold text-balance">{title}</h1>
          <div className="flex items-center gap-1 print:hidden">
            <BookmarkButton slug={slug} title={title} bookmarked={bookmarked} />
            <Button variant="ghost" icon={<Printer aria-hidden className="size-4" />} onClick={() => print()}>
              Print
            </Button>
            {canChange && (
              <Link to={paths.editArticle(slug)} className={buttonClass('secondary')}>
                <Pencil aria-hidden className="size-4" />
                Edit
              </Link>
            )}
          </div>
        </div>
        <p className="text-lg text-muted">{article.summary}</p>
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <Badge tone="accent">{TOPICS[topic]}</Badge>
          <span>{articleFacts(article)}</span>
          <span>
            By {author}, {dateText(date)}
          </span>
        </p>
        {hidden && <Banner tone="warning">This article is hidden. Only editors can see it.</Banner>}
      </header>
      <div ref={text} className="article">
        <Markdown headings={2}>{body}</Markdown>
      </div>
      <div className="print:hidden">
        {isRead ? (
          <p role="status" className="flex items-center gap-1.5 font-medium text-success">
            <Check aria-hidden className="size-4" />
            You read this article
          </p>
        ) : (
          <Button icon={<Check aria-hidden className="size-4" />} onClick={() => void save(100)}>
            Mark as read
          </Button>
        )}
      </div>
      <Sources sources={sources} />
      {related.length > 0 && (
        <section aria-labelledby="related" className="grid gap-2 border-t pt-6 print:hidden">
          <h2 id="related" className="text-lg font-semibold">
            Related articles
          </h2>
          <ul className="grid gap-3 sm:grid-cols-2">
            {related.map((one) => (
              <ArticleCard key={one.slug} article={one} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
