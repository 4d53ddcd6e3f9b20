import type { ArticleContent } from '#shared/learning/schema.ts';

/** Returns the content of an article; omitted fields get default values. */
export function articleContent(given: Partial<ArticleContent> = {}): ArticleContent {
  return {
    title: 'Study habits',
    summary: 'How to learn a little every day.',
    topic: 'high_school',
    audiences: ['student'],
    grades: [9, 10],
    author: 'Samuel Whitfield',
    sources: [{ title: 'Learning Scientists', url: 'https://www.learningscientists.org/' }],
    body: '## Start small\n\nTwenty minutes of **retrieval practice** beat two hours of reading.',
    hidden: false,
    ...given,
  };
}
