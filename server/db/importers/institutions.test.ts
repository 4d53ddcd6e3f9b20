import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { database, importText, startImportTests } from '#tests/helpers/scenes/import-scene.ts';
import { ImportError } from './csv.ts';
import { importerOf } from './importers.ts';
import { runImport } from './run-import.ts';
import { academicYearOf, websiteOf, zipCodeOf } from './institutions.ts';

startImportTests();

const HEADER =
  'UNITID,INSTNM,CITY,STABBR,ZIP,INSTURL,CONTROL,ICLEVEL,ADM_RATE,SATMT25,SATMT75,UGDS,COSTT4_A,TUITIONFEE_IN';
const institution = (unitid: number) =>
  database
    .query<Record<string, unknown>>('SELECT * FROM institutions WHERE unitid = $1', [unitid])
    .then(([row]) => row);

describe('institutions', () => {
  it('are read with every spelling of a missing value', async () => {
    const report = await importText(
      'institutions',
      `\uFEFF${HEADER}
800001,"Normal, College of",Normal,AL,02141,www.normal.edu/,1,1,0.716,410,510,5098,21924,10024
800002,Second College,Boston,MA,2141,NULL,2,2,NULL,NA,PrivacySuppressed,PS,,920.0
800003,Third College,Boston,MA,021380001,see our site,3,3,,,,,,
`,
      { partial: true },
    );
    expect(report).toEqual({ rows: 3, inserted: 3, updated: 0, unchanged: 0, vanished: 0, skipped: [] });
    expect(await institution(800_001)).toMatchObject({
      instnm: 'Normal, College of',
      zip_code: '02141',
      insturl: 'https://www.normal.edu/',
      control: 1,
      adm_rate: 0.716,
      satmt25: 410,
      ugds: 5098,
      costt4_a: 21_924,
      data_year: '2021-22',
    });
    expect(await institution(800_002)).toMatchObject({
      zip_code: '02141',
      insturl: '',
      adm_rate: null,
      satmt25: null,
      satmt75: null,
      ugds: null,
      costt4_a: null,
      tuitionfee_in: 920,
    });
    expect(await institution(800_003)).toMatchObject({ zip_code: '02138-0001', insturl: '', control: 3 });
  });

  it('change nothing when imported again, and only what differs when updated', async () => {
    const text = `${HEADER}
801001,Stays,Normal,AL,35762,,1,1,0.5,,,100,1000,500
801002,Changes,Normal,AL,35762,,1,1,0.5,,,100,1000,500
`;
    await importText('institutions', text, { partial: true });
    expect(await importText('institutions', text, { partial: true })).toMatchObject({
      unchanged: 2,
      updated: 0,
    });
    const changed = text.replace('801002,Changes', '801002,Changed');
    expect(await importText('institutions', changed, { partial: true })).toMatchObject({
      unchanged: 1,
      updated: 1,
    });
    expect(await institution(801_002)).toMatchObject({ instnm: 'Changed', search: ' changed' });
  });

  it('keep figures that a newer file lacks, with the year they are of', async () => {
    await importText('institutions', `${HEADER}\n802001,Older,Normal,AL,35762,,1,1,0.5,,,100,1000,500\n`, {
      partial: true,
    });
    await importText(
      'institutions',
      'UNITID,INSTNM,CITY,STABBR,UGDS,TUITIONFEE_IN\n802001,Older,Normal,AL,120,600\n',
      { partial: true },
      { year: '2022-23' },
    );
    expect(await institution(802_001)).toMatchObject({
      ugds: 120,
      tuitionfee_in: 600,
      costt4_a: 1000,
      adm_rate: 0.5,
      data_year: '2022-23',
      older_years: { costt4A: '2021-22', admRate: '2021-22' },
      control: 1,
    });
  });

  it('keep newer figures from a file of an earlier year, unless that is meant', async () => {
    const text = (ugds: number, ...unitids: number[]) =>
      `${HEADER}\n${unitids.map((unitid) => `${unitid},Yearly,Normal,AL,35762,,1,1,0.5,,,${ugds},1000,500\n`).join('')}`;
    const partial = { partial: true };
    await importText('institutions', text(300, 807_001), partial, { year: '2022-23' });
    const before = await institution(807_001);
    for (const options of [partial, {}, { dryRun: true }]) {
      await expect(importText('institutions', text(200, 807_002, 807_001), options)).rejects.toThrow(
        new ImportError(
          'The database has figures of 2022-23, and this file is of 2021-22. ' +
            'To put the older figures in their place, import it with --older.',
        ),
      );
    }
    expect(await institution(807_001)).toEqual(before);
    expect(await institution(807_002)).toBeUndefined();
    // With the same year, or without other years, it is a normal file.
    const figures = { year: '2022-23' };
    expect(await importText('institutions', text(310, 807_001), partial, figures)).toMatchObject({
      updated: 1,
    });
    expect(await importText('institutions', text(200, 807_002), partial)).toMatchObject({ inserted: 1 });
    const meant = { year: '2021-22', older: true };
    expect(await importText('institutions', text(200, 807_001), partial, meant)).toMatchObject({
      updated: 1,
    });
    expect(await institution(807_001)).toMatchObject({ ugds: 200, data_year: '2021-22' });
  });

  it('keep their other names, even if a file does not list them', async () => {
    const first = 'UNITID,INSTNM,ALIAS,CITY,STABBR\n';
    const row = (alias: string) => `804001,University of Somewhere,${alias},Normal,AL\n`;
    await importText('institutions', first + row('USW | Some U'), { partial: true });
    expect(await institution(804_001)).toMatchObject({ search: ' university of somewhere usw some u' });
    expect(await importText('institutions', first + row('NULL'), { partial: true })).toMatchObject({
      unchanged: 1,
    });
    await importText(
      'institutions',
      'UNITID,INSTNM,CITY,STABBR\n804001,The University of Somewhere,Normal,AL\n',
      { partial: true },
    );
    expect(await institution(804_001)).toMatchObject({
      alias: 'USW | Some U',
      search: ' the university of somewhere usw some u',
    });
    await importText('institutions', first + row('Somewhere State'), { partial: true });
    expect(await institution(804_001)).toMatchObject({
      search: ' university of somewhere somewhere state',
    });
    // Some institutions have more aliases than people search for.
    const long = await importText('institutions', first + row('Long name '.repeat(300)), { partial: true });
    expect(long.skipped).toEqual([]);
  });

  it('are marked when they vanish, kept, and restored when they return', async () => {
    const rows = ['803001,First,Normal,AL', '803002,Second,Normal,AL'];
    const text = (lines: string[]) => ['UNITID,INSTNM,CITY,STABBR', ...lines, ''].join('\n');
    await database.query('DELETE FROM institutions');
    await importText('institutions', text(rows));
    expect(await importText('institutions', text(rows.slice(1)))).toMatchObject({ vanished: 1 });
    expect((await institution(803_001))?.['vanished_at']).toBeInstanceOf(Date);
    expect(await importText('institutions', text(rows))).toMatchObject({ updated: 1, vanished: 0 });
    expect((await institution(803_001))?.['vanished_at']).toBeNull();
  });

  it('are not marked as vanished when a row of the file cannot be read', async () => {
    const text = (...lines: string[]) => ['UNITID,INSTNM,CITY,STABBR,ADM_RATE', ...lines, ''].join('\n');
    const [first, second] = ['809001,First,Normal,AL,0.5', '809002,Second,Normal,AL,0.5'];
    await database.query('DELETE FROM institutions');
    await importText('institutions', text(first, second));
    const isVanished = async () => (await institution(809_002))?.['vanished_at'] !== null;
    for (const broken of ['809002,Second,Normal,AL,85', '809002,Second,Normal,AL,0.5,7']) {
      const report = await importText('institutions', text(first, broken));
      expect(report).toMatchObject({ vanished: null, skipped: [{ line: 3 }] });
      expect(await isVanished()).toBe(false);
    }
    // A repeated row was read.
    expect(await importText('institutions', text(first, first))).toMatchObject({ vanished: 1 });
    expect(await isVanished()).toBe(true);
  });

  it('are not touched by a dry run', async () => {
    const text = `${HEADER}\n804001,Dry,Normal,AL,35762,,1,1,0.5,,,100,1000,500\n`;
    expect(await importText('institutions', text, { dryRun: true, partial: true })).toMatchObject({
      inserted: 1,
    });
    expect(await institution(804_001)).toBeUndefined();
  });

  it('report each broken row with its line and read the others', async () => {
    const report = await importText(
      'institutions',
      `${HEADER}
805001,Good,Normal,AL,35762,,1,1,0.5,,,100,1000,500
x,No number,Normal,AL,35762,,1,1,0.5,,,100,1000,500
805002,Too many,Normal,AL,35762,,1,1,0.5,,,100,1000,500,7
805003,,Normal,AL,35762,,1,1,0.5,,,100,1000,500
805004,Rate,Normal,AL,35762,,1,1,1.5,,,100,1000,500
805005,Half,Normal,AL,35762,,1,1,0.5,,,100.5,1000,500
805001,Twice,Normal,AL,35762,,1,1,0.5,,,100,1000,500
805006,"Two
lines",Normal,AL,35762,,1,1,0.5,,,100,1000,500
805007,Last,Normal,AL,35762,,9,1,0.5,,,100,1000,500
`,
      { partial: true },
    );
    expect(report.inserted).toBe(2);
    expect(report.skipped).toEqual([
      { line: 3, reason: "UNITID is 'x', not a number from 1 to 2147483647" },
      { line: 4, reason: 'has 15 values instead of 14' },
      { line: 5, reason: 'INSTNM is missing' },
      { line: 6, reason: "ADM_RATE is '1.5', not a number from 0 to 1" },
      { line: 7, reason: "UGDS is '100.5', not a whole number" },
      { line: 8, reason: 'repeats line 2' },
      { line: 11, reason: "CONTROL is '9', not a number from 1 to 3" },
    ]);
  });

  it('stay unchanged when the file is broken', async () => {
    const before = await database.query('SELECT count(*) FROM institutions');
    const good = `${HEADER}\n806001,Good,Normal,AL,35762,,1,1,0.5,,,100,1000,500\n`;
    const broken: [string | Uint8Array, RegExp][] = [
      ['', /empty/],
      ['SCHOOL,NAME\n1,x\n', /no column UNITID, INSTNM/],
      [`${good}806002,"never closed,Normal,AL\n`, /CSV/],
      [`${good}806002,quo"te",Normal,AL\n`, /CSV/],
      [Buffer.concat([Buffer.from(good), Buffer.from([0xff, 0xfe, 0x0a])]), /UTF-8/],
      [`${HEADER}\n`, /no row/],
    ];
    for (const [text, message] of broken) {
      await expect(importText('institutions', text, { partial: true })).rejects.toThrow(message);
      await expect(importText('institutions', text, { partial: true })).rejects.toBeInstanceOf(ImportError);
    }
    expect(await database.query('SELECT count(*) FROM institutions')).toEqual(before);
    await expect(importerOf('institutions', 'file.csv', { year: '2021-23' })).rejects.toThrow(
      'not an academic year',
    );
  });

  it('take their academic year from a column, or the file is refused before anything is stored', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'import-'));
    const importFile = async (text: string) => {
      const file = path.join(folder, 'file.csv');
      writeFileSync(file, text);
      return runImport(database, await importerOf('institutions', file), createReadStream(file), {
        partial: true,
      });
    };
    try {
      for (const [unitid, column, value] of [
        [808_001, 'YEAR', '2021'],
        [808_002, 'SCHOOL_YEAR', '2021-2022'],
        [808_003, 'DATA_YEAR', '2021-22'],
      ] as const) {
        await importFile(`UNITID,INSTNM,CITY,STABBR,${column}\n${unitid},Named,Normal,AL,${value}\n`);
        expect(await institution(unitid)).toMatchObject({ data_year: '2021-22' });
      }
      const mixed = await importFile(
        'UNITID,INSTNM,CITY,STABBR,YEAR\n808004,First,Normal,AL,2021\n808005,Other,Normal,AL,2020\n',
      );
      expect(mixed).toMatchObject({
        inserted: 1,
        skipped: [{ line: 3, reason: 'is of 2020-21, not of 2021-22' }],
      });
      for (const text of [
        'UNITID,INSTNM,CITY,STABBR\n808006,Unnamed,Normal,AL\n',
        'UNITID,INSTNM,CITY,STABBR,YEAR\n808006,Unnamed,Normal,AL,NULL\n',
      ]) {
        await expect(importFile(text)).rejects.toThrow('Add it, such as --year 2021-22.');
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('are found by name as soon as thousands of them are imported, in at most 10 seconds', async () => {
    const rows = Array.from(
      { length: 6_500 },
      (_, index) => `${820_001 + index},Campus ${index} of Place ${index * 7},Town ${index},AL`,
    );
    const started = performance.now();
    const report = await importText('institutions', ['UNITID,INSTNM,CITY,STABBR', ...rows, ''].join('\n'), {
      partial: true,
    });
    expect(report.inserted).toBe(6_500);
    expect(performance.now() - started).toBeLessThan(10_000);
    // The pending list of the index is empty: a lookup would have to scan it.
    const [index] = await database.query<{ waiting: number }>(
      `SELECT (gin_clean_pending_list('institutions_search'))::int AS waiting`,
    );
    expect(index).toEqual({ waiting: 0 });
    await database.query('DELETE FROM institutions WHERE unitid > 820000');
  });

  it('do not vanish by the hundred because a file is an excerpt', async () => {
    const many = Array.from({ length: 250 }, (_, index) => `${810_001 + index},College ${index},Normal,AL`);
    const text = (lines: string[]) => ['UNITID,INSTNM,CITY,STABBR', ...lines, ''].join('\n');
    await importText('institutions', text(many));
    await expect(importText('institutions', text(many.slice(0, 10)))).rejects.toThrow('excerpt');
    expect(await importText('institutions', text(many.slice(0, 10)), { partial: true })).toMatchObject({
      vanished: 0,
    });
  });

  it('have readable addresses, ZIP codes and years', () => {
    expect(websiteOf('www.aamu.edu/')).toBe('https://www.aamu.edu/');
    expect(websiteOf('http://a.edu')).toBe('http://a.edu');
    expect(websiteOf('javascript:alert(1)')).toBe('');
    expect(websiteOf('a.edu OR school of radiologic technology')).toBe('');
    expect(zipCodeOf('35294-0110')).toBe('35294-0110');
    expect(zipCodeOf('2141')).toBe('02141');
    expect(academicYearOf('MERGED2021_22_PP.csv')).toBe('2021-22');
    expect(academicYearOf('institutions_2022_23.csv')).toBe('2022-23');
    expect(academicYearOf('institutions.csv')).toBeNull();
  });
});
