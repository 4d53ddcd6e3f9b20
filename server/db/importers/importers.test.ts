import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { database, importText, startImportTests } from '#tests/helpers/scenes/import-scene.ts';
import { type FiguresOptions, importerOf, type ImportName } from './importers.ts';
import { type ImportOptions, runImport } from './run-import.ts';

startImportTests();

describe('majors, schools, courses and exams', () => {
  it('are read from their publishers’ files', async () => {
    expect(
      await importText('majors', 'CIPCODE4,CIPDESC\n9801,Test Science.\n9802,"Studies, Other"\n981,Short\n', {
        partial: true,
      }),
    ).toMatchObject({ inserted: 3, skipped: [] });
    const majors = await database.query(
      `SELECT cipcode4, description FROM majors WHERE cipcode4 IN ('9801', '9802', '0981') ORDER BY 1`,
    );
    expect(majors).toEqual([
      { cipcode4: '0981', description: 'Short' },
      { cipcode4: '9801', description: 'Test Science' },
      { cipcode4: '9802', description: 'Studies, Other' },
    ]);

    const schools = 'NCESSCH,SCH_NAME,LEA_NAME,LCITY,LSTATE\n980000000001,North High,District,Reno,NV\n';
    expect(await importText('schools', schools, { partial: true })).toMatchObject({ inserted: 1 });
    const privateSchools = 'PINST,PCITY,PSTABB\nArlington School,Birmingham,AL\nArlington School,Reno,NV\n';
    expect(await importText('schools', privateSchools)).toMatchObject({ inserted: 2, vanished: 0 });

    const courses = (rows: string[]) =>
      ['NCESSCH,TITLE,SUBJECT_AREA,IS_HONORS,UCOP_COURSE_ID', ...rows, ''].join('\n');
    const rows = ['980000000001,AP Biology,D,1,c1', '980000000001,English 1,B,0,c2'];
    expect(
      await importText(
        'courses',
        courses([...rows, '999999999999,Lost,A,0,c3', `${rows[0]}x`.replace('D', 'H')]),
      ),
    ).toMatchObject({
      inserted: 2,
      skipped: [
        { line: 4, reason: 'there is no school 999999999999' },
        { line: 5, reason: "SUBJECT_AREA is 'H', not A to G" },
      ],
    });
    expect(await importText('courses', courses(rows.slice(1)))).toMatchObject({ vanished: 1, unchanged: 1 });

    const exams =
      'category,min,max,datePrecision,exam\nTest,1,7,monthYear,Test A\nTest,1,7,monthYear,Test B\n';
    expect(await importText('exams', exams, { partial: true })).toMatchObject({ inserted: 2 });
    expect(await importText('exams', exams, { partial: true })).toMatchObject({ unchanged: 2 });
    const steps = 'category,min,max,step,datePrecision\nTest,1,7,0.5,monthYear\n';
    expect(await importText('exams', steps, { partial: true })).toMatchObject({ updated: 1 });
    expect(await database.query(`SELECT step FROM exam_categories WHERE name = 'Test'`)).toEqual([
      { step: 0.5 },
    ]);
  });
});

const folder = process.env['PUBLISHED_DATA'] ?? '';

describe.runIf(existsSync(path.join(folder, 'institutions.csv')))('the published files', () => {
  it('are read whole, in seconds', { timeout: 120_000 }, async () => {
    const read = async (
      name: ImportName,
      file: string,
      options: ImportOptions = {},
      figures?: FiguresOptions,
    ) => {
      const started = performance.now();
      const report = await runImport(
        database,
        await importerOf(name, path.join(folder, file), figures),
        createReadStream(path.join(folder, file)),
        options,
      );
      console.log(file, Math.round(performance.now() - started), 'ms', {
        ...report,
        skipped: report.skipped.slice(0, 5),
        left: report.skipped.length,
      });
      return report;
    };
    await database.query('DELETE FROM institutions');
    expect(await read('institutions', 'institutions.csv', {}, { year: '2021-22' })).toMatchObject({
      rows: 6_543,
    });
    expect(await read('institutions', 'institutions.csv', {}, { year: '2021-22' })).toMatchObject({
      unchanged: 6_543,
    });
    expect(await read('institutions', 'institutions_2022_23.csv')).toMatchObject({
      inserted: 121,
      vanished: 283,
    });
    await read(
      'institutions',
      'scorecard_2022_excerpt.csv',
      { dryRun: true },
      { year: '2020-21', older: true },
    );
    await read(
      'institutions',
      'scorecard_2025_excerpt.csv',
      { dryRun: true, partial: true },
      { year: '2023-24' },
    );
    await read('majors', 'cip4.csv');
    await read('schools', 'highschools.csv');
    await read('schools', 'highschools_private.csv');
    await read('courses', 'uc_ag_courses.csv');
    await read('exams', 'exams.csv');
    await read('exams', 'exam_categories.csv');
  });
});
