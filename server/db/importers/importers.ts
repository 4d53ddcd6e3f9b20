import path from 'node:path';
import { coursesImporter } from './courses.ts';
import { ImportError } from './csv.ts';
import { examsImporter } from './exams.ts';
import { academicYearOf, institutionsImporter } from './institutions.ts';
import { majorsImporter } from './majors.ts';
import type { ImporterFor } from './run-import.ts';
import { schoolsImporter } from './schools.ts';

/** The kinds of published file that can be imported. */
export const IMPORTS = ['institutions', 'majors', 'schools', 'courses', 'exams'] as const;
export type ImportName = (typeof IMPORTS)[number];

/** What is said about the figures of institutions. */
export interface FiguresOptions {
  /** Their academic year; else it is read from the file's name. */
  year?: string | undefined;
  /** They may take the place of figures of a later year. */
  older?: boolean;
}

/** The importer of a file. */
export function importerOf(
  name: ImportName,
  file: string,
  { year, older = false }: FiguresOptions = {},
): ImporterFor<never> {
  switch (name) {
    case 'institutions': {
      const known = year ?? academicYearOf(path.basename(file));
      if (known === null) {
        throw new ImportError('Say which academic year the figures are of, such as --year 2021-22.');
      }
      return institutionsImporter(known, older) as ImporterFor<never>;
    }
    case 'majors':
      return majorsImporter as ImporterFor<never>;
    case 'schools':
      return schoolsImporter as ImporterFor<never>;
    case 'courses':
      return coursesImporter as ImporterFor<never>;
    case 'exams':
      return examsImporter as ImporterFor<never>;
  }
}
