import { normalizeSearch } from '#shared/search/rules.ts';
import { excerptAt } from './plain-text.ts';

/** An article as the search reads it. */
interface Searched {
  title: string;
  summary: string;
  /** The text without Markdown syntax. */
  text: string;
}

/**
 * Removes case and accents. The result can be longer than the text; positions in it are close enough for an
 * excerpt.
 */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('en');

/** The weight of a match, by the field that contains it. */
const WEIGHTS = { title: 4, summary: 2, text: 1 } as const;

/**
 * Finds the articles that contain every word of a search text, best first. The excerpt shows the first word in the
 * text; null when only the title or summary contain the words. An empty search text finds all articles, in their order.
 */
export function searchArticles<Article extends Searched>(
  articles: readonly Article[],
  typed: string,
): { article: Article; excerpt: string | null }[] {
  const words = plain(normalizeSearch(typed))
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return articles.map((article) => ({ article, excerpt: null }));
  return articles
    .map((article) => {
      const [title, summary, text] = [plain(article.title), plain(article.summary), plain(article.text)];
      const scores = words.map(
        (word) =>
          (title.includes(word) ? WEIGHTS.title : 0) +
          (summary.includes(word) ? WEIGHTS.summary : 0) +
          (text.includes(word) ? WEIGHTS.text : 0),
      );
      const positions = words.map((word) => text.indexOf(word)).filter((position) => position >= 0);
      return {
        article,
        score: scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0),
        excerpt: positions.length === 0 ? null : excerptAt(article.text, Math.min(...positions)),
      };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ article, excerpt }) => ({ article, excerpt }));
}
