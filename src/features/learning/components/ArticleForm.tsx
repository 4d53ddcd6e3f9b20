import { zodResolver } from '@hookform/resolvers/zod';
import clsx from 'clsx';
import { type ReactNode, useState } from 'react';
import { type FieldErrors, useForm, type UseFormRegisterReturn, useWatch } from 'react-hook-form';
import { showFieldErrors } from '#src/lib/field-errors.ts';
import { ROLES } from '#shared/kernel/roles.ts';
import { ARTICLE_LIMITS, GRADES, TOPIC_CODES, TOPICS } from '#shared/learning/article.ts';
import type { Article } from '#shared/learning/responses.ts';
import { type ArticleContent, articleContent } from '#shared/learning/schema.ts';
import { useDraftInForm } from '#src/lib/drafts/useDraftInForm.ts';
import { useFormDraft } from '#src/lib/drafts/useFormDraft.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelDraftButton } from '#src/ui/overlays/CancelDraftButton.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { Checkbox } from '#src/ui/fields/Checkbox.tsx';
import { DraftBanner } from '#src/ui/feedback/DraftBanner.tsx';
import { FieldError } from '#src/ui/fields/FieldError.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { TextArea } from '#src/ui/fields/TextArea.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { showSuccess } from '#src/ui/feedback/snackbar.ts';
import { AUDIENCE_NAMES } from '../labels.ts';
import { useSaveArticle } from '../mutations.ts';
import { ArticleTextField } from './ArticleTextField.tsx';
import { ArticleVersionsDialog } from './ArticleVersionsDialog.tsx';
import { SourceFields } from './SourceFields.tsx';

/** Returns the list with an item added or removed, in the order of all items. */
function toggled<Item>(all: readonly Item[], list: readonly Item[], item: Item): Item[] {
  return all.filter((one) => (one === item ? !list.includes(item) : list.includes(one)));
}

/** Returns the content of an article as its form edits it. */
function initialContent(article: Article | null, author: string): ArticleContent {
  if (article === null) {
    return {
      title: '',
      summary: '',
      topic: TOPIC_CODES[0],
      audiences: [...ROLES],
      grades: [],
      author,
      sources: [],
      body: '',
      hidden: false,
    };
  }
  const { title, summary, topic, audiences, sources, body, hidden } = article;
  const grades = GRADES.filter((grade) => article.grades.includes(grade));
  return { title, summary, topic, audiences, grades, author: article.author, sources, body, hidden };
}

/** Checkboxes for the readers or grades of an article. */
function Choices<Item>({
  legend,
  items,
  chosen,
  labelOf,
  className,
  onChange,
  children,
}: {
  legend: string;
  items: readonly Item[];
  chosen: readonly Item[];
  labelOf: (item: Item) => string;
  className?: string;
  onChange: (chosen: Item[]) => void;
  /** The error or the hint below them. */
  children: ReactNode;
}) {
  return (
    <fieldset className={clsx('grid gap-1.5', className)}>
      <legend className="mb-1 font-medium">{legend}</legend>
      {items.map((item) => (
        <Checkbox
          key={labelOf(item)}
          label={labelOf(item)}
          checked={chosen.includes(item)}
          onChange={() => onChange(toggled(items, chosen, item))}
        />
      ))}
      {children}
    </fieldset>
  );
}

type TextFieldName = 'title' | 'summary' | 'author';

/** What the article is about, who wrote it, and who reads it. */
function AboutCard({
  values,
  errors,
  register,
  onChange,
}: {
  values: ArticleContent;
  errors: FieldErrors<ArticleContent>;
  register: (name: TextFieldName) => UseFormRegisterReturn;
  onChange: <Name extends keyof ArticleContent>(name: Name, value: ArticleContent[Name]) => void;
}) {
  const field = (name: TextFieldName) => ({
    required: true,
    error: errors[name]?.message,
    maxLength: ARTICLE_LIMITS[name],
    autoComplete: 'off',
    ...register(name),
  });
  return (
    <Card className="grid gap-4">
      <TextField label="Title" {...field('title')} />
      <TextArea label="Summary" rows={2} {...field('summary')} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label="Topic"
          options={TOPIC_CODES.map((value) => ({ value, label: TOPICS[value] }))}
          value={values.topic}
          onChange={(event) => onChange('topic', event.target.value as ArticleContent['topic'])}
        />
        <TextField label="Author" {...field('author')} />
        <Choices
          legend="Readers"
          items={ROLES}
          chosen={values.audiences}
          labelOf={(role) => AUDIENCE_NAMES[role]}
          onChange={(audiences) => onChange('audiences', audiences)}
        >
          <FieldError id="audiences-error" error={errors.audiences?.message} />
        </Choices>
        <Choices
          legend="Grades"
          items={GRADES}
          chosen={values.grades}
          labelOf={(grade) => `Grade ${grade}`}
          className="content-start"
          onChange={(grades) => onChange('grades', grades)}
        >
          <p className="text-xs text-muted">Choose none if the article does not depend on the grade.</p>
        </Choices>
      </div>
    </Card>
  );
}

/** The form of an article, with a preview. Keeps what was entered on this device until it is saved. */
export function ArticleForm({
  viewer,
  article,
  onDone,
}: {
  viewer: { pk: number; full_name: string };
  /** Null for a new article. */
  article: Article | null;
  /** Runs after the article was saved (with its slug) or the change was canceled. */
  onDone: (slug: string | null) => void;
}) {
  const save = useSaveArticle();
  const [showsVersions, setShowsVersions] = useState(false);
  const [draftState, draft] = useFormDraft<ArticleContent>({
    owner: String(viewer.pk),
    subject: `article:${article?.slug ?? 'new'}`,
    titleOf: ({ title }) => `Article: ${title}`,
    initial: initialContent(article, viewer.full_name),
    version: article?.version ?? null,
  });
  const form = useForm<ArticleContent>({
    resolver: zodResolver(articleContent),
    defaultValues: draftState.values,
  });
  const { control, register, handleSubmit, formState, reset, setValue } = form;
  const values = useWatch({ control }) as ArticleContent;
  const { errors } = formState;
  useDraftInForm(draft, draftState, reset);

  function change<Name extends keyof ArticleContent>(name: Name, value: ArticleContent[Name]) {
    setValue(name, value as never, { shouldValidate: formState.isSubmitted });
    draft.change({ ...draft.read().values, [name]: value });
  }

  /** Replaces the values of the form and of its draft. */
  function replace(content: ArticleContent) {
    draft.change(content);
    reset(content);
  }

  const submit = handleSubmit(async () => {
    if (save.isPending) return;
    try {
      const { made, isNewest } = await draft.createOnce((content, idempotencyKey) =>
        save.mutateAsync({
          slug: article?.slug ?? null,
          content,
          version: draft.read().version ?? 0,
          idempotencyKey,
        }),
      );
      await (isNewest ? draft.saved() : draft.keepNewer(article === null ? null : made.version));
      if (isNewest) onDone(made.slug);
    } catch (error) {
      showFieldErrors(error, form);
    }
  });

  if (!draftState.ready) return <SkeletonText lines={12} />;
  const isOutdated =
    article !== null &&
    !save.isSuccess &&
    draftState.version !== null &&
    draftState.version < article.version;
  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => void submit(event)}
    >
      {draftState.restoredFrom !== null && (
        <DraftBanner restoredFrom={draftState.restoredFrom} onDiscard={() => draft.discard()} />
      )}
      {isOutdated && (
        <Banner
          tone="warning"
          action={
            <Button
              onClick={() => {
                save.reset();
                draft.change(draft.read().values, article.version);
              }}
            >
              Keep my version
            </Button>
          }
        >
          Someone else changed this article. Saving replaces their changes.
        </Banner>
      )}
      <AboutCard
        values={values}
        errors={errors}
        register={(name) =>
          register(name, {
            onChange: (event: { target: { value: string } }) => change(name, event.target.value),
          })
        }
        onChange={change}
      />
      <Card title="Text">
        <ArticleTextField
          value={values.body}
          error={errors.body?.message}
          onChange={(body) => change('body', body)}
        />
      </Card>
      <SourceFields
        sources={values.sources}
        errors={errors.sources}
        onChange={(sources) => change('sources', sources)}
      />
      <Checkbox
        label="Hidden"
        hint="Only editors see a hidden article."
        checked={values.hidden}
        onChange={(event) => change('hidden', event.target.checked)}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {article !== null && (
          <Button variant="ghost" className="mr-auto" onClick={() => setShowsVersions(true)}>
            Versions
          </Button>
        )}
        <CancelDraftButton
          draft={draft}
          discards={article === null ? 'article' : 'changes'}
          onCancel={() => onDone(null)}
        />
        <Button
          type="submit"
          variant="primary"
          busy={save.isPending}
          disabledReason={isOutdated ? 'Someone else changed this article' : undefined}
        >
          {article === null ? 'Add article' : 'Save article'}
        </Button>
      </div>
      {article !== null && showsVersions && (
        <ArticleVersionsDialog
          slug={article.slug}
          onClose={() => setShowsVersions(false)}
          onLoad={(content) => {
            const before = draft.read().values;
            replace(content);
            setShowsVersions(false);
            showSuccess('Version loaded', { label: 'Undo', onSelect: () => replace(before) });
          }}
        />
      )}
    </form>
  );
}
