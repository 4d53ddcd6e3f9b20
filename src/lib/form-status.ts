import { useCallback, useRef, useState } from 'react';

/** The state of a form or of its result (FORM-001). */
export const FORM_STATUS = { default: 0, success: 1, error: 2 } as const;

export type FormStatus = (typeof FORM_STATUS)[keyof typeof FORM_STATUS];

type Submission = { submitting: boolean; status: FormStatus };

/**
 * Runs a form's submit one at a time and stores its state: submitting is on or off (FORM-002); a failure resets it to
 * not-submitting with status error (FORM-003) and rethrows.
 */
export function useSubmission<Arguments extends unknown[]>(
  submit: (...args: Arguments) => Promise<unknown>,
): Submission & { run: (...args: Arguments) => Promise<void> } {
  const [submission, setSubmission] = useState<Submission>({
    submitting: false,
    status: FORM_STATUS.default,
  });
  const running = useRef(false);
  const latest = useRef(submit);
  latest.current = submit;

  const run = useCallback(async (...args: Arguments) => {
    if (running.current) return;
    running.current = true;
    setSubmission({ submitting: true, status: FORM_STATUS.default });
    try {
      await latest.current(...args);
      setSubmission({ submitting: false, status: FORM_STATUS.success });
    } catch (error) {
      setSubmission({ submitting: false, status: FORM_STATUS.error });
      throw error;
    } finally {
      running.current = false;
    }
  }, []);

  return { ...submission, run };
}
