import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createNote, richText } from '#tests/factories/notes.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import {
  alphabetically,
  app,
  LIST,
  list,
  startNoteListTests,
  titles,
} from '#tests/helpers/scenes/note-list-scene.ts';
import { codeOf, type TestClient } from '#tests/helpers/server/test-client.ts';
import { NOTE_SORTS } from '#shared/notes/orders.ts';
import { listStatement } from './notes-list.sql.ts';
import type { NoteListQuery } from './notes-list-query.ts';

startNoteListTests();

describe('searching', () => {
  let client: TestClient;
  beforeAll(async () => {
    const mentor = await createUser(app.database, { role: 'mentor' });
    client = await app.as(mentor);
    for (const [title, text] of [
      ['100% of the essays', 'Finished drafts'],
      ['100 percent', 'A back\\slash and an under_score'],
      ['Ünïcode Straße', 'Ça va'],
      ['SAT plan', 'Retake in October, meetings weekly'],
      ["Robert'); DROP TABLE notes;--", 'Little Bobby'],
    ] as const) {
      await createNote(app.database, { author: mentor, title, body: richText(text) });
    }
  });

  it.each([
    [{ title: '100%' }, ['100% of the essays']],
    [{ title: '%' }, ['100% of the essays']],
    [{ title: '100' }, ['100 percent', '100% of the essays']],
    [{ title: 'sat PLAN' }, ['SAT plan']],
    [{ title: 'at' }, ['SAT plan']],
    [{ title: 'ÜNÏ' }, ['Ünïcode Straße']],
    [{ title: "'); DROP" }, ["Robert'); DROP TABLE notes;--"]],
    [{ body: 'under_s' }, ['100 percent']],
    [{ body: 'k\\s' }, ['100 percent']],
    [{ body: '\\' }, ['100 percent']],
    [{ body: '_' }, ['100 percent']],
    [{ body: 'nothing like it' }, []],
    [{ tq: 'essay' }, ['100% of the essays']],
    [{ bq: 'meeting october' }, ['SAT plan']],
    [{ bq: '"weekly meetings"' }, []],
    [{ bq: 'draft or bobby' }, ["Robert'); DROP TABLE notes;--", '100% of the essays']],
    [{ tq: 'plan', body: 'October' }, ['SAT plan']],
    [{ tq: '((( " & | ! :*' }, []],
  ] as [object, string[]][])('finds %j', async (variables, expected) => {
    const page = await list(client, variables);
    expect(alphabetically(titles(page))).toEqual(alphabetically(expected));
    expect(page).toMatchObject({ totalCount: expected.length, totalCountIsExact: true });
  });

  it('refuses characters that no text contains', async () => {
    for (const title of ['a\u0000', '\ud800', 'x'.repeat(201)]) {
      expect(codeOf(await client.graphql(LIST, { count: 1, title }))).toBe('INVALID_INPUT');
    }
    expect(titles(await list(client, { title: '' }))).toHaveLength(5);
  });

  it('finds exactly the notes that hold a text, whatever it is', async () => {
    const mentor = await createUser(app.database, { role: 'mentor' });
    const searcher = await app.as(mentor);
    const texts = ['a%b', 'a_b', 'aXb', 'a\\b', '\\%', 'ABC abc', 'x.y*z', 'ab'];
    for (const title of texts) await createNote(app.database, { author: mentor, title });
    await fc.assert(
      fc.asyncProperty(
        fc.string({
          unit: fc.constantFrom('a', 'b', 'X', '%', '_', '\\', ' ', '.', '*'),
          minLength: 1,
          maxLength: 4,
        }),
        async (title) => {
          const found = titles(await list(searcher, { title, count: 50 }));
          const expected = texts.filter((text) => text.toLowerCase().includes(title.toLowerCase()));
          expect(alphabetically(found)).toEqual(alphabetically(expected));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a long list', () => {
  let mentor: TestUser;
  let client: TestClient;
  beforeAll(async () => {
    mentor = await createUser(app.database, { role: 'mentor' });
    client = await app.as(mentor);
    await app.database.query(
      `INSERT INTO notes (author_pk, title, body, html_body, text_body, created_at, updated_at)
      SELECT $1, 'Note ' || n || CASE WHEN n = 77 THEN ' zebra' WHEN n = 99 THEN ' qz' ELSE '' END, '{}', '',
        'Common words' || CASE WHEN n % 997 = 0 THEN ' walrus' ELSE '' END,
        timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-01-01' + n * interval '1 minute'
      FROM generate_series(1, 7000) AS n`,
      [mentor.pk],
    );
    await app.database.execute('VACUUM ANALYZE notes');
  });

  it('is counted, paged and searched', async () => {
    expect((await list(client)).totalCount).toBe(7000);
    expect(titles(await list(client, { title: 'zebra' }))).toEqual(['Note 77 zebra']);
    const rare = await list(client, { bq: 'walrus', orderBy: 'updatedAt', count: 5 });
    expect(titles(rare)).toEqual(['Note 997', 'Note 1994', 'Note 2991', 'Note 3988', 'Note 4985']);
    expect(rare).toMatchObject({ totalCount: 7, totalCountIsExact: true });
    const more = await list(client, { body: 'walrus', orderBy: 'updatedAt', after: rare.pageInfo.endCursor });
    expect(titles(more)).toEqual(['Note 5982', 'Note 6979']);
    const common = await list(client, { body: 'common' });
    expect(common.edges).toHaveLength(10);
    expect(common).toMatchObject({ totalCount: 1000, totalCountIsExact: false });
  });

  it('is read in bounded pages for two letters, each continuing after the last', async () => {
    const first = await list(client, { title: 'qz' });
    expect(first.edges).toHaveLength(0);
    expect(first.pageInfo.hasNextPage).toBe(true);
    const second = await list(client, { title: 'qz', after: first.pageInfo.endCursor });
    expect(titles(second)).toEqual(['Note 99 qz']);
    expect(second.pageInfo.hasNextPage).toBe(false);
  });

  it('is read by its indexes', async () => {
    const query: NoteListQuery = {
      viewerPk: mentor.pk,
      mentoredPks: [],
      includeSelf: true,
      includeOthers: false,
      authorPk: null,
      studentPk: null,
      kind: null,
      search: { titleContains: null, bodyContains: null, titleWords: null, bodyWords: null },
      order: '-updatedAt',
      after: null,
      limit: 11,
      withBody: false,
      withCount: true,
    };
    const planOf = async (change: Partial<NoteListQuery>): Promise<string> => {
      const statement = listStatement({ ...query, ...change })!;
      const rows = await app.database.transaction(async () => {
        // A sequential scan is faster for so few rows; this checks that the indexes can be used.
        await app.database.execute('SET LOCAL enable_seqscan = off');
        return app.database.execute(`EXPLAIN ${statement.text}`, statement.values);
      });
      return rows.map((row) => Object.values(row as object)[0]).join('\n');
    };
    for (const sort of NOTE_SORTS) {
      const plan = await planOf({ order: `-${sort}` });
      expect(plan, sort).not.toContain('Seq Scan on notes');
      expect(plan, sort).toMatch(/Index (Only )?Scan Backward using notes_author_pk_/);
    }
    for (const [search, index] of [
      [{ titleContains: 'zebra' }, 'notes_title_substring'],
      [{ bodyContains: 'walrus' }, 'notes_body_substring'],
      [{ titleWords: 'zebra' }, 'notes_title_words'],
      [{ bodyWords: 'walrus' }, 'notes_body_words'],
    ] as const) {
      expect(await planOf({ search: { ...query.search, ...search } })).toContain(index);
    }
  });
});
