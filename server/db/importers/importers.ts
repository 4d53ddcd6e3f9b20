import { createReadStream } from 'node:fs';
import path from 'node:path';
import { coursesImporter } from './courses.ts';
import { examsImporter } from './exams.ts';
import { academicYearOf, institutionsImporter, readAcademicYear } from './institutions.ts';
import { majorsImporter } from './majors.ts';
import type { ImporterFor } from './run-import.ts';
import { schoolsImporter } from './schools.ts';

/** The kinds of published file that can be imported. */
export const IMPORTS = ['institutions', 'majors', 'schools', 'courses', 'exams'] as const;
export type ImportName = (typeof IMPORTS)[number];

/** Options for the figures of institutions. */
export interface FiguresOptions {
  /** Their academic year; by default the year in the file's name or columns. */
  year?: string | undefined;
  /** Allows replacing figures of a later year. */
  older?: boolean;
}

/**
 * Returns the importer of a file.
 * @throws ImportError when the academic year of institutions is unknown
 */
export async function importerOf(
  name: ImportName,
  file: string,
  { year, older = false }: FiguresOptions = {},
): Promise<ImporterFor<never>> {
  switch (name) {
    case 'institutions': {
      const known =
        year ?? academicYearOf(path.basename(file)) ?? (await readAcademicYear(createReadStream(file)));
      return institutionsImporter(known, { allowsOlder: older }) as ImporterFor<never>;
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
