import { readFile } from 'node:fs/promises';
import type { ArticleContent } from '#shared/learning/schema.ts';

/** An article that ships with GoPath; its text is `articles/{slug}.md`. */
interface ShippedArticle extends Omit<ArticleContent, 'body' | 'hidden' | 'author'> {
  slug: string;
  /** The day of its last review, as yyyy-MM-dd. */
  date: string;
}

const AUTHOR = 'GoPath';

/** The articles that ship with GoPath, in the order of the learning center. */
export const SHIPPED_ARTICLES: readonly ShippedArticle[] = [
  {
    slug: 'choose-your-courses',
    title: 'Choose your courses',
    summary: 'How to balance challenge and grades, and what colleges expect from four years of classes.',
    topic: 'high_school',
    audiences: ['student', 'parent', 'mentor'],
    grades: [9, 10, 11],
    date: '2026-09-14',
    sources: [
      {
        title: 'University of California: A–G subject requirements',
        url: 'https://admission.universityofcalifornia.edu/admission-requirements/first-year-requirements/subject-requirement-a-g.html',
      },
      {
        title: 'College Board BigFuture: High school classes',
        url: 'https://bigfuture.collegeboard.org/plan-for-college/get-started/high-school-classes-colleges-look-for',
      },
    ],
  },
  {
    slug: 'activities-that-matter',
    title: 'Activities that matter',
    summary:
      'Depth beats length: how to choose activities, grow in them, and describe them in 150 characters.',
    topic: 'high_school',
    audiences: ['student', 'parent'],
    grades: [9, 10, 11, 12],
    date: '2026-09-14',
    sources: [
      {
        title: 'Common App: First-year application guide',
        url: 'https://www.commonapp.org/apply/first-year-students',
      },
      {
        title: 'Making Caring Common: Turning the Tide',
        url: 'https://mcc.gse.harvard.edu/reports/turning-the-tide-college-admissions',
      },
    ],
  },
  {
    slug: 'build-your-college-list',
    title: 'Build your college list',
    summary: 'Reach, target and likely colleges: a balanced list that you can afford and would enjoy.',
    topic: 'colleges',
    audiences: ['student', 'parent', 'mentor'],
    grades: [10, 11, 12],
    date: '2026-09-14',
    sources: [
      { title: 'U.S. Department of Education: College Scorecard', url: 'https://collegescorecard.ed.gov/' },
      {
        title: 'College Board BigFuture: College search',
        url: 'https://bigfuture.collegeboard.org/college-search',
      },
    ],
  },
  {
    slug: 'read-a-colleges-figures',
    title: 'Read a college’s figures',
    summary:
      'What admission rates, score ranges and costs say, what they leave out, and how to compare them.',
    topic: 'colleges',
    audiences: ['student', 'parent', 'mentor'],
    grades: [10, 11, 12],
    date: '2026-09-14',
    sources: [
      { title: 'U.S. Department of Education: College Scorecard', url: 'https://collegescorecard.ed.gov/' },
      {
        title: 'National Center for Education Statistics: College Navigator',
        url: 'https://nces.ed.gov/collegenavigator/',
      },
      { title: 'Common Data Set Initiative', url: 'https://commondataset.org/' },
    ],
  },
  {
    slug: 'sat-or-act',
    title: 'SAT or ACT?',
    summary:
      'The two tests side by side, how to choose with one practice test of each, and when not to send scores.',
    topic: 'tests',
    audiences: ['student', 'parent', 'mentor'],
    grades: [10, 11, 12],
    date: '2026-09-14',
    sources: [
      { title: 'College Board: The SAT', url: 'https://satsuite.collegeboard.org/sat' },
      {
        title: 'ACT: The ACT test',
        url: 'https://www.act.org/content/act/en/products-and-services/the-act.html',
      },
      { title: 'FairTest: Test-optional colleges', url: 'https://fairtest.org/test-optional-list/' },
    ],
  },
  {
    slug: 'write-your-essay',
    title: 'Write your college essay',
    summary: 'From a small true story to a finished personal essay, with a plan for your drafts.',
    topic: 'applications',
    audiences: ['student', 'mentor'],
    grades: [11, 12],
    date: '2026-09-14',
    sources: [
      { title: 'Common App: Essay prompts', url: 'https://www.commonapp.org/apply/essay-prompts' },
      {
        title: 'University of California: Personal insight questions',
        url: 'https://admission.universityofcalifornia.edu/how-to-apply/applying-as-a-first-year/personal-insight-questions.html',
      },
    ],
  },
  {
    slug: 'ask-for-recommendations',
    title: 'Ask for recommendations',
    summary: 'Whose letter helps, when and how to ask, and what to give your teachers.',
    topic: 'applications',
    audiences: ['student', 'parent'],
    grades: [11, 12],
    date: '2026-09-14',
    sources: [
      { title: 'Common App: Recommenders', url: 'https://www.commonapp.org/counselors-and-recommenders' },
      {
        title: 'U.S. Department of Education: FERPA',
        url: 'https://studentprivacy.ed.gov/ferpa',
      },
    ],
  },
  {
    slug: 'interviews',
    title: 'Prepare for an interview',
    summary: 'What interviewers want to know, questions to practice, and questions to ask them.',
    topic: 'applications',
    audiences: ['student', 'mentor'],
    grades: [12],
    date: '2026-09-14',
    sources: [
      {
        title: 'College Board BigFuture: College interviews',
        url: 'https://bigfuture.collegeboard.org/plan-for-college/apply-to-college/interviews',
      },
    ],
  },
  {
    slug: 'know-your-deadlines',
    title: 'Know your deadlines',
    summary: 'Early Decision, Early Action and regular: what each one binds you to, month by month.',
    topic: 'applications',
    audiences: ['student', 'parent', 'mentor'],
    grades: [11, 12],
    date: '2026-09-14',
    sources: [
      {
        title: 'Common App: Deadlines and requirements',
        url: 'https://www.commonapp.org/apply/first-year-students',
      },
      {
        title: 'University of California: Dates and deadlines',
        url: 'https://admission.universityofcalifornia.edu/how-to-apply/dates-deadlines.html',
      },
      {
        title: 'Federal Student Aid: FAFSA deadlines',
        url: 'https://studentaid.gov/apply-for-aid/fafsa/fafsa-deadlines',
      },
    ],
  },
  {
    slug: 'financial-aid-basics',
    title: 'Financial aid basics',
    summary: 'Grants, loans and work-study, the FAFSA and the CSS Profile, and how to compare offers.',
    topic: 'money',
    audiences: ['student', 'parent', 'mentor'],
    grades: [11, 12],
    date: '2026-09-14',
    sources: [
      { title: 'Federal Student Aid: Types of aid', url: 'https://studentaid.gov/understand-aid/types' },
      { title: 'College Board: CSS Profile', url: 'https://cssprofile.collegeboard.org/' },
      { title: 'California Student Aid Commission', url: 'https://www.csac.ca.gov/' },
    ],
  },
  {
    slug: 'for-parents',
    title: 'For parents: support without steering',
    summary: 'What to do yourself, what to leave to your child, and how to talk about money early.',
    topic: 'support',
    audiences: ['parent'],
    grades: [],
    date: '2026-09-14',
    sources: [
      {
        title: 'Federal Student Aid: Information for parents',
        url: 'https://studentaid.gov/resources/parents',
      },
      {
        title: 'Making Caring Common: Resources for families',
        url: 'https://mcc.gse.harvard.edu/resources-for-families',
      },
    ],
  },
  {
    slug: 'for-mentors',
    title: 'For mentors: meetings that lead somewhere',
    summary: 'Prepare, listen, agree on next steps and write them down: one meeting, from start to note.',
    topic: 'support',
    audiences: ['mentor'],
    grades: [],
    date: '2026-09-14',
    sources: [
      {
        title: 'MENTOR: Elements of Effective Practice for Mentoring',
        url: 'https://www.mentoring.org/resource/elements-of-effective-practice-for-mentoring/',
      },
    ],
  },
];

/** Reads the articles that ship with GoPath. */
export async function readShippedArticles(): Promise<(ArticleContent & { slug: string; createdAt: Date })[]> {
  return Promise.all(
    SHIPPED_ARTICLES.map(async ({ date, ...article }) => ({
      ...article,
      author: AUTHOR,
      hidden: false,
      createdAt: new Date(date),
      body: await readFile(new URL(`./articles/${article.slug}.md`, import.meta.url), 'utf8'),
    })),
  );
}
