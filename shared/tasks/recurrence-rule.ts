/** How often a task repeats, as stored and shown. Free of libraries, so that the popup can import it. */

/** The longest interval: every 52 weeks, every 52 months. */
const MAX_INTERVAL = 52;

/** All rules, for the documentation of the API. */
export const RECURRENCE_RULES = `\`daily\`, \`weekdays\`, \`weekly\`, \`monthly\`, \`every N weeks\` or \`every N months\`, N from 2 to ${MAX_INTERVAL}`;

/** A rule as text; {@link RECURRENCE_RULES} lists all. */
export type Recurrence =
  | 'daily'
  | 'weekdays'
  | 'weekly'
  | 'monthly'
  | `every ${number} weeks`
  | `every ${number} months`;

/** A rule in parts: every 3 months is `{ unit: 'month', every: 3 }`. */
export interface RecurrenceRule {
  unit: 'day' | 'weekday' | 'week' | 'month';
  every: number;
}

const NAMED_RULES: Readonly<Record<string, RecurrenceRule>> = {
  daily: { unit: 'day', every: 1 },
  weekdays: { unit: 'weekday', every: 1 },
  weekly: { unit: 'week', every: 1 },
  monthly: { unit: 'month', every: 1 },
};

/** The rules that forms offer; quick add understands every rule. */
export const RECURRENCE_CHOICES: readonly Recurrence[] = [
  'daily',
  'weekdays',
  'weekly',
  'every 2 weeks',
  'every 3 weeks',
  'every 4 weeks',
  'monthly',
  'every 2 months',
  'every 3 months',
  'every 6 months',
];

/** Returns the parts of a stored rule, or null for anything else. */
export function parseRecurrence(text: string): RecurrenceRule | null {
  if (Object.hasOwn(NAMED_RULES, text)) return NAMED_RULES[text] ?? null;
  const match = /^every ([1-9][0-9]?) (week|month)s$/.exec(text);
  const every = Number(match?.[1]);
  if (match === null || every < 2 || every > MAX_INTERVAL) return null;
  return { unit: match[2] as 'week' | 'month', every };
}

/** Returns the stored form of a number of weeks or months, or null when the interval is too long. */
export function everyInterval(every: number, unit: 'week' | 'month'): Recurrence | null {
  if (every === 1) return unit === 'week' ? 'weekly' : 'monthly';
  return every >= 2 && every <= MAX_INTERVAL ? `every ${every} ${unit}s` : null;
}

/** Formats a rule for people: 'Every weekday', 'Every 2 weeks'. */
export function recurrenceLabel(recurrence: string): string {
  const rule = parseRecurrence(recurrence);
  if (rule === null) return recurrence;
  return rule.every === 1 ? `Every ${rule.unit}` : `Every ${rule.every} ${rule.unit}s`;
}
