import { type Year, YEARS } from '#shared/kernel/years.ts';
import { MAX_STUDENT_SEARCH, STUDENT_ORDERS, type StudentOrder } from '#shared/students/constants.ts';

/** The search, filter and order of the students list, as in its address. */
export interface StudentListState {
  q: string;
  years: Year[];
  orderBy: StudentOrder;
}

const DEFAULT_ORDER: StudentOrder = 'name';

/** Reads the state of the list from its address. Invalid parameters are ignored. */
export function readListState(params: URLSearchParams): StudentListState {
  const years = params.get('years')?.split(',') ?? [];
  return {
    q: (params.get('q') ?? '').slice(0, MAX_STUDENT_SEARCH).trim(),
    years: YEARS.filter((year) => years.includes(year)),
    orderBy: STUDENT_ORDERS.find((order) => order === params.get('sort')) ?? DEFAULT_ORDER,
  };
}

/** Returns the parameters of the address for a state. Defaults are omitted. */
export function writeListState({ q, years, orderBy }: StudentListState): URLSearchParams {
  const params = new URLSearchParams();
  if (q !== '') params.set('q', q);
  if (years.length > 0) params.set('years', years.join(','));
  if (orderBy !== DEFAULT_ORDER) params.set('sort', orderBy);
  return params;
}
