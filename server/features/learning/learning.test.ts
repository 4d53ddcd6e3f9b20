import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSlug, readingMinutes, slugOf } from '#shared/learning/article.ts';
import {
  type Article,
  article,
  type ArticleList,
  articleList,
  articleVersions,
} from '#shared/learning/responses.ts';
import { articleContent as contentSchema } from '#shared/learning/schema.ts';
import { createActor } from '#tests/factories/actors.ts';
import { articleContent } from '#tests/factories/articles.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import type { TestClient } from '#tests/helpers/server/test-client.ts';
import { readShippedArticles } from './articles.ts';
import { createLearningService } from './learning.service.ts';
import { plainTextOf } from './plain-text.ts';
import { searchArticles } from './search-articles.ts';

let app: TestApp;
let student: TestClient;
let editor: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  student = await app.as(await createUser(app.database, { role: 'student' }));
  editor = await app.as(
    await createUser(app.database, { role: 'mentor', permissions: ['learning_center.change_article'] }),
  );
});
afterAll(() => app.close());

const list = async (client: TestClient, search = '') =>
  articleList.parse((await client.rest('GET', `/api/articles/?search=${encodeURIComponent(search)}`)).body)
    .articles;

async function add(given: Parameters<typeof articleContent>[0] = {}) {
  const { body } = await editor.rest<{ slug: string; version: number }>(
    'POST',
    '/api/articles/',
    articleContent({ title: `Article ${randomUUID()}`, ...given }),
  );
  return body.slug;
}

describe('the articles that ship with GoPath', () => {
  it('are valid, have 400 to 900 words, and link only to each other', async () => {
    const shipped = await readShippedArticles();
    expect(shipped.length).toBeGreaterThanOrEqual(12);
    for (const { slug, createdAt, ...content } of shipped) {
      expect(isSlug(slug), slug).toBe(true);
      expect(createdAt.getTime(), slug).toBeLessThan(Date.now());
      expect(contentSchema.parse(content), slug).toEqual({ ...content, body: content.body.trim() });
      const words = plainTextOf(content.body).split(' ').length;
      expect(words, slug).toBeGreaterThan(400);
      expect(words, slug).toBeLessThan(900);
      expect(content.body, slug).not.toMatch(/^# |<[a-z]/m);
    }
    expect(new Set(shipped.flatMap(({ topic }) => topic)).size).toBe(6);
  });

  // covers: SHEL-003
  it('are listed for everyone who is signed in, with reading time and topic', async () => {
    const articles = await list(student);
    expect(articles.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(['sat-or-act', 'for-parents', 'financial-aid-basics']),
    );
    expect(articles.find(({ slug }) => slug === 'sat-or-act')).toMatchObject({
      topic: 'tests',
      minutes: 3,
      progress: 0,
      bookmarked: false,
      excerpt: null,
    });
  });

  // covers: SHEL-004
  it('are read with their sources and related articles', async () => {
    const { body } = await student.rest<Article>('GET', '/api/articles/know-your-deadlines/');
    expect(article.parse(body)).toMatchObject({ title: 'Know your deadlines', version: 0 });
    expect(body.sources.length).toBeGreaterThan(1);
    expect(body.related.length).toBe(3);
    expect(body.related.every(({ topic }) => topic === 'applications')).toBe(true);
  });

  it.each(['nothing', '..%2f..%2fpackage', '%2e%2e', 'interviews.md', 'toString', '%00', 'Interviews'])(
    'are not found by %s',
    async (slug) => {
      expect((await student.rest('GET', `/api/articles/${slug}/`)).status).toBe(404);
      const saved = await student.rest('PUT', `/api/articles/${slug}/reading/`, { progress: 10 });
      expect(saved.status).toBe(404);
      expect((await editor.rest('GET', `/api/articles/${slug}/versions/`)).status).toBe(404);
    },
  );
});

describe('the search', () => {
  it('finds every word in any order, matches in titles first, with an excerpt', async () => {
    const found = await list(student, 'ACT sat');
    expect(found[0]?.slug).toBe('sat-or-act');
    expect(found[0]?.excerpt).toMatch(/ACT/);
    expect((await list(student, 'recommendation TEACHER'))[0]?.slug).toBe('ask-for-recommendations');
  });

  it('returns no excerpt when only the title or summary contain the words', () => {
    const articles = [{ title: 'Interviews', summary: 'How to prepare', text: 'Breathe, then answer.' }];
    const excerptOf = (typed: string) => searchArticles(articles, typed).map(({ excerpt }) => excerpt);
    expect(excerptOf('interviews prepare')).toEqual([null]);
    expect(excerptOf('interviews answer')).toEqual(['Breathe, then answer.']);
  });

  it('finds nothing for words that no article contains, and treats special characters as text', async () => {
    for (const words of ['zebra', '%', '.*', 'interview zebra'])
      expect(await list(student, words), words).toEqual([]);
    const { status } = await student.rest('GET', `/api/articles/?search=${'a'.repeat(101)}`);
    expect(status).toBe(422);
  });
});

describe('reading', () => {
  it('remembers the furthest progress and the bookmark of each person', async () => {
    const path = '/api/articles/interviews/reading/';
    await student.rest('PUT', path, { progress: 60 });
    expect((await student.rest('PUT', path, { progress: 20, bookmarked: true })).body).toEqual({
      progress: 60,
      bookmarked: true,
    });
    expect((await student.rest('PUT', path, {})).body).toEqual({ progress: 60, bookmarked: true });
    const find = (articles: ArticleList['articles']) => articles.find(({ slug }) => slug === 'interviews');
    expect(find(await list(student))).toMatchObject({ progress: 60, bookmarked: true });
    expect(find(await list(editor))).toMatchObject({ progress: 0, bookmarked: false });
  });

  it('of an article that staff hid is refused, except for editors', async () => {
    const slug = await add({ hidden: true });
    const save = async (client: TestClient) =>
      (await client.rest('PUT', `/api/articles/${slug}/reading/`, { progress: 10 })).status;
    expect([await save(student), await save(editor)]).toEqual([404, 200]);
  });

  it.each([
    [{ progress: 101 }],
    [{ progress: -1 }],
    [{ progress: 1.5 }],
    [{ progress: '9' }],
    [{ other: 1 }],
  ])('refuses %j', async (body) => {
    const { status } = await student.rest('PUT', '/api/articles/interviews/reading/', body);
    expect(status).toBe(422);
  });
});

describe('the text of an article', () => {
  it('is refused when reading it would take seconds', async () => {
    const content = articleContent({ body: 'a*'.repeat(3000) });
    expect(
      await editor.rest('POST', '/api/articles/', { ...content, idempotencyKey: randomUUID() }),
    ).toMatchObject({ status: 422, body: { fields: { body: expect.stringMatching(/at most 2000 marks/) } } });
  });

  it('is derived once for each body, and never to save the progress of a reader', async () => {
    const derived: string[] = [];
    const service = createLearningService(app, (markdown) => {
      derived.push(markdown);
      return plainTextOf(markdown);
    });
    const body = `# Fossa ${randomUUID()}`;
    const slug = await add({ body });
    const actor = createActor('student', { pk: (await createUser(app.database)).pk });
    await service.saveReading(actor, slug, { progress: 10 });
    expect(derived).toEqual([]);
    for (const search of ['', 'fossa', 'study']) await service.list(actor, { search });
    await service.get(actor, slug);
    expect(derived.filter((markdown) => markdown === body)).toHaveLength(1);
    expect(new Set(derived).size).toBe(derived.length);

    const changed = `# Fanaloka ${randomUUID()}`;
    await editor.rest('PUT', `/api/articles/${slug}/`, { ...articleContent({ body: changed }), version: 1 });
    const found = await service.list(actor, { search: 'fanaloka' });
    expect(found.map(({ article: { version } }) => version)).toEqual([2]);
    await service.get(actor, slug);
    expect(derived.filter((markdown) => markdown === changed)).toHaveLength(1);
  });
});

describe('a failed read of the articles', () => {
  it('is repeated by the next request', async () => {
    let failures = 1;
    const service = createLearningService(app, (markdown) => {
      if (failures-- > 0) throw new Error('EMFILE');
      return plainTextOf(markdown);
    });
    const actor = createActor('student', { pk: (await createUser(app.database)).pk });
    await expect(service.get(actor, 'interviews')).rejects.toThrow('EMFILE');
    expect((await service.get(actor, 'interviews')).article.slug).toBe('interviews');
  });
});

describe('editing', () => {
  it('adds an article that everyone can read, once for each idempotency key', async () => {
    const content = { ...articleContent({ title: 'Élan & study: a plan!' }), idempotencyKey: randomUUID() };
    const first = await editor.rest('POST', '/api/articles/', content);
    expect(first.body).toEqual({ slug: 'elan-study-a-plan', version: 1 });
    expect((await editor.rest('POST', '/api/articles/', content)).body).toEqual(first.body);
    const { body } = await student.rest<Article>('GET', '/api/articles/elan-study-a-plan/');
    expect(body).toMatchObject({ title: content.title, body: content.body, version: 1 });
    const again = await editor.rest('POST', '/api/articles/', { ...content, idempotencyKey: null });
    expect(again).toMatchObject({ status: 422, body: { fields: { title: expect.any(String) } } });
  });

  it('changes an article that ships with GoPath and keeps every version', async () => {
    const path = '/api/articles/choose-your-courses/';
    const shipped = (await student.rest<Article>('GET', path)).body;
    const changed = articleContent({ title: 'Courses', body: 'Changed.' });
    expect((await editor.rest('PUT', path, { ...changed, version: 0 })).body.version).toBe(1);
    expect((await student.rest<Article>('GET', path)).body).toMatchObject({ title: 'Courses', version: 1 });
    const { versions } = articleVersions.parse((await editor.rest('GET', `${path}versions/`)).body);
    expect(versions.map(({ version, title }) => [version, title])).toEqual([
      [1, 'Courses'],
      [0, shipped.title],
    ]);
    expect((await editor.rest('GET', `${path}versions/0/`)).body).toMatchObject({ body: shipped.body });
    expect((await editor.rest('GET', `${path}versions/2/`)).status).toBe(404);
    expect((await editor.rest('GET', `${path}versions/99999999999/`)).status).toBe(404);
  });

  it('dates a saved article by the day of its reader, and one that ships with GoPath by its own date', async () => {
    const readers = await Promise.all(
      ['America/Los_Angeles', 'Asia/Tokyo'].map(async (zone) => {
        const reader = await createUser(app.database);
        await app.database.query('UPDATE users SET time_zone = $2 WHERE pk = $1', [reader.pk, zone]);
        return app.as(reader);
      }),
    );
    const datesOf = (slug: string) =>
      Promise.all(
        readers.map(async (reader) => {
          const { date } = (await reader.rest<Article>('GET', `/api/articles/${slug}/`)).body;
          const listed = (await list(reader)).find((one) => one.slug === slug);
          expect(listed?.date).toBe(date);
          return date;
        }),
      );
    app.clock.set(new Date('2026-11-28T04:30:00Z'));
    const slug = await add();
    app.clock.set(new Date());
    expect(await datesOf(slug)).toEqual(['2026-11-27', '2026-11-28']);
    expect(await datesOf('interviews')).toEqual(['2026-09-14', '2026-09-14']);
  });

  it('refuses a save based on an older version, also at the same time', async () => {
    const slug = await add();
    const save = (body: string) =>
      editor.rest('PUT', `/api/articles/${slug}/`, { ...articleContent({ body }), version: 1 });
    const answers = await Promise.all(Array.from({ length: 5 }, (_, index) => save(`Text ${index}`)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
    expect(await save('Late')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });

  it('refuses a text that is nested so deeply that no article could be read after it', async () => {
    const body = `${'>'.repeat(5_000)} Quoted`;
    const given = articleContent({ title: `Article ${randomUUID()}`, body });
    const slug = await add();
    for (const answer of [
      await editor.rest('POST', '/api/articles/', given),
      await editor.rest('PUT', `/api/articles/${slug}/`, { ...given, version: 1 }),
    ]) {
      expect(answer).toMatchObject({ status: 422, body: { fields: { body: expect.any(String) as string } } });
    }
    expect((await student.rest('GET', '/api/articles/')).status).toBe(200);
    expect(await add({ body: `${'>'.repeat(50)} Quoted` })).not.toBeUndefined();
  });

  it('hides an article from everyone but editors', async () => {
    const slug = await add({ hidden: true });
    expect((await student.rest('GET', `/api/articles/${slug}/`)).status).toBe(404);
    expect((await list(student)).some((one) => one.slug === slug)).toBe(false);
    expect((await list(editor)).some((one) => one.slug === slug)).toBe(true);
  });

  it('stores scripts and unsafe links as text, and leaves HTML out of the search', async () => {
    const body = 'Before <script>alert(1)</script> [link](javascript:alert(1)) quagga';
    const slug = await add({ body });
    expect((await student.rest<Article>('GET', `/api/articles/${slug}/`)).body.body).toBe(body);
    expect((await list(student, 'quagga'))[0]?.excerpt).not.toContain('<script>');
  });

  it.each([
    ['1 MB of text', { body: 'a'.repeat(1024 * 1024) }, 413],
    ['a text that is too long', { body: 'a'.repeat(40_001) }, 422],
    ['an empty text', { body: ' ' }, 422],
    ['an unsafe source', { sources: [{ title: 'x', url: 'javascript:alert(1)' }] }, 422],
    ['a title of two lines', { title: 'a\nb' }, 422],
    ['a title without letters', { title: '../..' }, 422],
    ['an unknown topic', { topic: 'toString' }, 422],
    ['no reader', { audiences: [] }, 422],
    ['a grade outside of high school', { grades: [8] }, 422],
    ['a slug', { slug: '../x' }, 422],
    ['text that cannot be stored', { body: 'a\0b' }, 422],
  ])('refuses %s', async (_what, given, status) => {
    const body = { ...articleContent(), ...given };
    expect((await editor.rest('POST', '/api/articles/', body)).status).toBe(status);
  });
});

describe('slugs and reading times', () => {
  it('come from the title and the number of words', () => {
    expect(slugOf('  What’s new in 2026? ')).toBe('whats-new-in-2026');
    expect(slugOf('日本')).toBe('');
    expect(slugOf('a'.repeat(200)).length).toBe(80);
    expect(readingMinutes('')).toBe(1);
    expect(readingMinutes('word '.repeat(660))).toBe(3);
  });
});
