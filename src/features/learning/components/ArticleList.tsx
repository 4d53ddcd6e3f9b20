import { useQuery } from '@tanstack/react-query';
import { BookOpen, Plus, Search } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { ROLES } from '#shared/kernel/roles.ts';
import { paths } from '#shared/kernel/paths.ts';
import { ARTICLE_LIMITS, GRADES, TOPIC_CODES, TOPICS } from '#shared/learning/article.ts';
import type { ArticleSummary } from '#shared/learning/responses.ts';
import { useTypedSearch } from '#src/lib/useTypedSearch.ts';
import { Button, buttonClass } from '#src/ui/buttons/Button.tsx';
import { Checkbox } from '#src/ui/fields/Checkbox.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { AUDIENCE_NAMES } from '../labels.ts';
import { learningQueries } from '../queries.ts';
import { ArticleCard } from './ArticleCard.tsx';

const FILTERS = {
  topic: {
    label: 'Topic',
    all: 'All topics',
    options: TOPIC_CODES.map((code) => ({ value: code as string, label: TOPICS[code] as string })),
  },
  reader: {
    label: 'Readers',
    all: 'All readers',
    options: ROLES.map((role) => ({ value: role as string, label: AUDIENCE_NAMES[role] })),
  },
  grade: {
    label: 'Grade',
    all: 'All grades',
    options: GRADES.map((grade) => ({ value: String(grade), label: `Grade ${grade}` })),
  },
} as const;

/** Returns whether an article passes the filters in the address. */
function passes(article: ArticleSummary, params: URLSearchParams): boolean {
  const [topic, reader, grade] = ['topic', 'reader', 'grade'].map((name) => params.get(name) ?? '');
  return (
    (topic === '' || article.topic === topic) &&
    (reader === '' || article.audiences.some((role) => role === reader)) &&
    (grade === '' || article.grades.length === 0 || article.grades.includes(Number(grade))) &&
    (!params.has('bookmarked') || article.bookmarked)
  );
}

function Grid({ children }: { children: React.ReactNode }) {
  return <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">{children}</ul>;
}

/** Replaces the articles while they load. */
function LoadingArticles() {
  return (
    <Grid>
      {Array.from({ length: 6 }, (_, index) => (
        <li key={index}>
          <Skeleton className="h-36 w-full" />
        </li>
      ))}
    </Grid>
  );
}

/** The articles by topic. */
function ArticlesByTopic({ articles }: { articles: readonly ArticleSummary[] }) {
  const byTopic = Map.groupBy(articles, ({ topic }) => topic);
  return TOPIC_CODES.map((topic) => {
    const ofTopic = byTopic.get(topic);
    if (ofTopic === undefined) return null;
    return (
      <section key={topic} aria-labelledby={`topic-${topic}`} className="grid gap-2">
        <h2 id={`topic-${topic}`} className="text-lg font-semibold">
          {TOPICS[topic]}
        </h2>
        <Grid>
          {ofTopic.map((article) => (
            <ArticleCard key={article.slug} article={article} />
          ))}
        </Grid>
      </section>
    );
  });
}

/** The articles by topic, or the matches of a search, best first. */
function Articles({ articles, search }: { articles: readonly ArticleSummary[]; search: string }) {
  if (search === '') return <ArticlesByTopic articles={articles} />;
  return (
    <Grid>
      {articles.map((article) => (
        <ArticleCard key={article.slug} article={article} search={search} headingLevel={2} />
      ))}
    </Grid>
  );
}

/** The search, the filters and the bookmarks. */
function ArticleFilters({
  params,
  typed,
  onChange,
  onType,
}: {
  /** The filters, as the address has them. */
  params: URLSearchParams;
  /** The text in the search field. */
  typed: string;
  onChange: (name: string, value: string) => void;
  onType: (text: string) => void;
}) {
  return (
    <div role="search" className="grid grid-cols-2 items-center gap-2 sm:flex sm:flex-wrap">
      <TextField
        label="Search articles"
        hideLabel
        type="search"
        placeholder="Search articles"
        icon={<Search />}
        maxLength={ARTICLE_LIMITS.search}
        value={typed}
        className="col-span-2 sm:w-64"
        onChange={(event) => onType(event.target.value)}
      />
      {Object.entries(FILTERS).map(([name, { label, all, options }]) => (
        <Select
          key={name}
          label={label}
          hideLabel
          placeholder={all}
          options={options}
          className="min-w-0 flex-1 sm:max-w-48"
          value={params.get(name) ?? ''}
          onChange={(event) => onChange(name, event.target.value)}
        />
      ))}
      <Checkbox
        label="Bookmarked"
        className="px-1 py-1.5"
        checked={params.has('bookmarked')}
        onChange={(event) => onChange('bookmarked', event.target.checked ? 'yes' : '')}
      />
    </div>
  );
}

/** Replaces the articles when none passes the search and the filters. */
function NoArticles({ text, onReset }: { text: string; onReset: () => void }) {
  return (
    <EmptyState
      icon={<BookOpen />}
      title="No articles found"
      action={<Button onClick={onReset}>Show all articles</Button>}
    >
      {text}
    </EmptyState>
  );
}

/** The articles, with search and filters (SHEL-003). */
export function ArticleList({ canChange }: { canChange: boolean }) {
  const [params, setParams] = useSearchParams();
  const search = (params.get('search') ?? '').slice(0, 100);
  const { data, isPending, isLoadingError, refetch, isFetching } = useQuery(learningQueries.list(search));
  const change = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const { text, setText, type } = useTypedSearch(search, (next) => change('search', next));
  const found = data?.articles.filter((article) => passes(article, params));
  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">Learning Center</h1>
        {canChange && (
          <Link to={paths.newArticle} className={buttonClass('primary')}>
            <Plus aria-hidden className="size-4" />
            Add article
          </Link>
        )}
      </header>
      <ArticleFilters params={params} typed={text} onChange={change} onType={type} />
      <p role="status" className="sr-only">
        {found !== undefined && `${found.length} ${found.length === 1 ? 'article' : 'articles'}`}
      </p>
      {isPending && <LoadingArticles />}
      {isLoadingError && <ErrorState onRetry={() => void refetch()} retrying={isFetching} />}
      {found?.length === 0 && (
        <NoArticles
          text={
            params.has('bookmarked') && search === ''
              ? 'Bookmark an article to find it here.'
              : 'No article matches this search and these filters.'
          }
          onReset={() => {
            setParams({}, { replace: true });
            setText('');
          }}
        />
      )}
      {found !== undefined && found.length > 0 && <Articles articles={found} search={search} />}
    </div>
  );
}
