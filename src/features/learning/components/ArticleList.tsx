import { useQuery } from '@tanstack/react-query';
import { BookOpen, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ROLES } from '#shared/kernel/roles.ts';
import { paths } from '#shared/kernel/paths.ts';
import { ARTICLE_LIMITS, GRADES, TOPIC_CODES, TOPICS } from '#shared/learning/article.ts';
import type { ArticleSummary } from '#shared/learning/responses.ts';
import { useDebounced } from '#src/lib/timing/useDebounced.ts';
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

/** The articles by topic, or the matches of a search, best first (SHEL-003). */
export function ArticleList({ canChange }: { canChange: boolean }) {
  const [params, setParams] = useSearchParams();
  const search = (params.get('search') ?? '').slice(0, 100);
  const { data, isError, refetch, isFetching } = useQuery(learningQueries.list(search));
  const [typed, setTyped] = useState(search);
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
  const changeSearch = useDebounced((text: string) => change('search', text.trim()));
  const found = data?.articles.filter((article) => passes(article, params));
  const sections = TOPIC_CODES.map((topic) => ({
    topic,
    articles: (found ?? []).filter((article) => article.topic === topic),
  })).filter(({ articles }) => articles.length > 0);
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
          onChange={(event) => {
            setTyped(event.target.value);
            changeSearch(event.target.value);
          }}
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
            onChange={(event) => change(name, event.target.value)}
          />
        ))}
        <Checkbox
          label="Bookmarked"
          className="px-1 py-1.5"
          checked={params.has('bookmarked')}
          onChange={(event) => change('bookmarked', event.target.checked ? 'yes' : '')}
        />
      </div>
      <p role="status" className="sr-only">
        {found !== undefined && `${found.length} ${found.length === 1 ? 'article' : 'articles'}`}
      </p>
      {found === undefined ? (
        isError ? (
          <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <Grid>
            {Array.from({ length: 6 }, (_, index) => (
              <li key={index}>
                <Skeleton className="h-36 w-full" />
              </li>
            ))}
          </Grid>
        )
      ) : found.length === 0 ? (
        <EmptyState
          icon={<BookOpen />}
          title="No articles found"
          action={
            <Button
              onClick={() => {
                setParams({}, { replace: true });
                setTyped('');
              }}
            >
              Show all articles
            </Button>
          }
        >
          {params.has('bookmarked') && search === ''
            ? 'Bookmark an article to find it here.'
            : 'No article matches this search and these filters.'}
        </EmptyState>
      ) : search === '' ? (
        sections.map(({ topic, articles }) => (
          <section key={topic} aria-labelledby={`topic-${topic}`} className="grid gap-2">
            <h2 id={`topic-${topic}`} className="text-lg font-semibold">
              {TOPICS[topic]}
            </h2>
            <Grid>
              {articles.map((article) => (
                <ArticleCard key={article.slug} article={article} />
              ))}
            </Grid>
          </section>
        ))
      ) : (
        <Grid>
          {found.map((article) => (
            <ArticleCard key={article.slug} article={article} search={search} headingLevel={2} />
          ))}
        </Grid>
      )}
    </div>
  );
}
