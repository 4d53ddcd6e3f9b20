import { jsonRow } from '../../../db/json.ts';

/** An institution as published (COLL-011 to COLL-014). */
export interface Institution {
  unitid: number;
  instnm: string;
  insturl: string;
  city: string;
  stabbr: string;
  zipCode: string;
  ugds: number | null;
  control: number | null;
  iclevel: number | null;
  admRate: number | null;
  satvr25: number | null;
  satvr75: number | null;
  satmt25: number | null;
  satmt75: number | null;
  actcm25: number | null;
  actcm75: number | null;
  costt4A: number | null;
  tuitionfeeIn: number | null;
  tuitionfeeOut: number | null;
  /** The academic year of the figures, such as '2021-22'. */
  dataYear: string;
  /** Figures missing in the newest file, with their year. */
  olderYears: Record<string, string>;
}

const COLUMNS: Readonly<Record<keyof Institution, string>> = {
  unitid: 'unitid',
  instnm: 'instnm',
  insturl: 'insturl',
  city: 'city',
  stabbr: 'stabbr',
  zipCode: 'zip_code',
  ugds: 'ugds',
  control: 'control',
  iclevel: 'iclevel',
  admRate: 'adm_rate',
  satvr25: 'satvr25',
  satvr75: 'satvr75',
  satmt25: 'satmt25',
  satmt75: 'satmt75',
  actcm25: 'actcm25',
  actcm75: 'actcm75',
  costt4A: 'costt4_a',
  tuitionfeeIn: 'tuitionfee_in',
  tuitionfeeOut: 'tuitionfee_out',
  dataYear: 'data_year',
  olderYears: 'older_years',
};

/** Returns the columns of an {@link Institution} for a table alias. */
export function institutionColumns(alias: string): string {
  return Object.entries(COLUMNS)
    .map(([name, column]) => `${alias}.${column} AS "${name}"`)
    .join(', ');
}

/** Returns SQL for an institution as a JSON object, or null. @param unitid an SQL expression */
export function institutionJson(unitid: string): string {
  return jsonRow(
    `SELECT ${institutionColumns('institutions')} FROM institutions WHERE institutions.unitid = ${unitid}`,
  );
}
