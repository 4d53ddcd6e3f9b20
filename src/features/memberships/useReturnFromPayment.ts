import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readPk } from '#shared/kernel/ids.ts';

/** A return from the payment page: for which student, and whether the payment was made. */
export interface PaymentReturn {
  studentPk: number | null;
  result: string | null;
}

/** Reads the return from the payment page from the address, and removes it there: a reload does not show it again. */
export function useReturnFromPayment(): PaymentReturn {
  const [search, setSearch] = useSearchParams();
  const [returned] = useState(() => ({
    studentPk: readPk(search.get('student') ?? undefined),
    result: search.get('checkout'),
  }));
  const isShown = search.has('checkout');
  useEffect(() => {
    if (isShown) setSearch({}, { replace: true });
  }, [isShown, setSearch]);
  return returned;
}
