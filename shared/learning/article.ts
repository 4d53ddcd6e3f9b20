/** The topics of articles, in the order of the learning center. */
export const TOPICS = {
  high_school: 'High school',
  colleges: 'Choosing colleges',
  tests: 'Tests',
  applications: 'Applications',
  money: 'Paying for college',
  support: 'Supporting a student',
} as const;
export type Topic = keyof typeof TOPICS;
export const TOPIC_CODES = Object.keys(TOPICS) as [Topic, ...Topic[]];

/** The grades of high school. */
export const GRADES = [9, 10, 11, 12] as const;

/** The progress from which an article counts as read, in percent. */
export const READ_PERCENT = 95;

/** The maximum lengths of an article's texts and of a search, and how many sources an article can have. */
export const ARTICLE_LIMITS = {
  title: 100,
  summary: 300,
  author: 100,
  body: 40_000,
  sources: 10,
  sourceTitle: 200,
  sourceUrl: 500,
  search: 100,
} as const;

/** How fast people read, in words a minute. */
const WORDS_PER_MINUTE = 220;

/** Returns the reading time of a text in minutes. */
export function readingMinutes(text: string): number {
  const words = text.split(/\s+/).filter((word) => word !== '').length;
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE));
}

/** Returns the slug of a title; empty when the title has no letters or digits. */
export function slugOf(title: string): string {
  return title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[’']/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '');
}

/** Returns whether a text is the slug of an article. */
export function isSlug(text: string): boolean {
  return text.length <= 80 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}
