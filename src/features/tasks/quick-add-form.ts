/** The form of quick add: one line, parsed as a task. */
import { useState } from 'react';
import { z } from 'zod';
import { TASK_LIMITS } from '#shared/tasks/constants.ts';
import type { QuickAddValues } from '#shared/tasks/quick-add.ts';

type Parse = (line: string, now: Date) => QuickAddValues;

/** Loads the date parser, which is too large for the first page. */
const loadParser = (): Promise<Parse> => import('./parse-line.ts').then((module) => module.parseLine);

/** Uses the whole line as the name, when the parser cannot be loaded: offline before the first use. */
const parseNameOnly: Parse = (line) => ({
  name: line.trim().slice(0, TASK_LIMITS.name).trim(),
  dueAt: null,
  points: null,
  recurrence: null,
});

/** The fields of quick add. The result has the line as it was typed, and the task that it describes. */
export const quickAddForm = z.object({
  line: z.string().transform(async (text, context) => {
    const parse = await loadParser().catch(() => parseNameOnly);
    const values = parse(text, new Date());
    if (values.name === '') context.addIssue('Enter a task name');
    return { text, values };
  }),
  /** The id of the list; it is undefined or outdated when the lists changed. */
  list: z.string().optional(),
});

/** Returns the task that a line describes while it is typed; null without a parser or a line. */
export function useLinePreview(line: string) {
  const [parse, setParse] = useState<Parse | null>(null);
  const [now, setNow] = useState(() => new Date());
  return {
    preview: parse === null || line.trim() === '' ? null : parse(line, now),
    /** Loads the parser. Without it there is no preview. */
    load: () =>
      void loadParser().then(
        (loaded) => setParse(() => loaded),
        () => undefined,
      ),
    /** Sets the time that words such as 'tomorrow' refer to: that of the last keystroke. */
    updateTime: () => setNow(new Date()),
  };
}
