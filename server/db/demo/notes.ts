import { renderHtml, renderText } from '#shared/rich-text/render.ts';
import type { BlockNode, InlineNode, RichTextDocument } from '#shared/rich-text/schema.ts';
import { DEMO_FAMILIES } from './people.ts';
import { demoTime } from './local-time.ts';
import { type DemoContext, personOf, type SeededPerson } from './context.ts';

const HOUR = 3_600_000;

/** The topic of a meeting, with its takeaways and next steps. */
interface Topic {
  name: string;
  takeaways: string[];
  next: string[];
}

/** The topics of the demo meetings. */
export const DEMO_TOPICS: readonly Topic[] = [
  {
    name: 'Course plan for spring',
    takeaways: [
      'Pre-calculus is going well; moving to AP Calculus AB next year looks right.',
      'Biology labs take more time than expected, about five hours a week.',
    ],
    next: ['Ask the counselor about the AP Biology prerequisite', 'Bring the mid-term grade report'],
  },
  {
    name: 'SAT baseline and study plan',
    takeaways: [
      'The practice test came out at 1280, with reading ahead of math.',
      'Most lost points were in the last third of the math section: pacing, not knowledge.',
    ],
    next: ['Two timed math sections a week', 'Register for the spring date before the deadline'],
  },
  {
    name: 'First college list',
    takeaways: [
      'A mix of large public universities and two small colleges feels right so far.',
      'Distance from home matters more than we first thought: a day’s drive at most.',
    ],
    next: ['Read the pages of three target colleges', 'Write down one question for each'],
  },
  {
    name: 'Activities and leadership',
    takeaways: [
      'The robotics team elected a new build lead this week.',
      'Volunteering at the library gives about 40 hours by June.',
    ],
    next: ['Log the volunteering hours of last month', 'Think about one project to lead in fall'],
  },
  {
    name: 'Personal statement ideas',
    takeaways: [
      'The story about repairing bicycles with grandfather has the most life in it.',
      'The second draft says too much and shows too little; one scene is enough.',
    ],
    next: ['Write 300 words of that one scene', 'Read it aloud once before sending it'],
  },
  {
    name: 'Summer programs',
    takeaways: [
      'Two programs fit: one local and free, one residential with aid.',
      'Both ask for a teacher’s letter.',
    ],
    next: ['Ask Ms. Duarte for a letter', 'Compare the dates with the family trip'],
  },
];

/** Notes without a meeting. */
export const DEMO_NOTES: readonly (readonly [title: string, ...paragraphs: string[]])[] = [
  [
    'Phone call with family',
    'They would like to visit two campuses over the break and asked how to prepare.',
    'Suggested a short list of questions for the tours.',
  ],
  [
    'Motivation',
    'Seemed tired today. Sleep and practice schedule to be looked at before adding anything new.',
  ],
  [
    'Scholarship to look into',
    'The county foundation opens applications in January; a good fit with the community work.',
  ],
  [
    'Reading habits',
    'Finished two novels this month and wants suggestions. Recommended a memoir for the essay’s sake.',
  ],
  [
    'Financial aid questions',
    'The family asked how the net price calculator works. Went through one example together.',
  ],
];

function text(value: string): InlineNode {
  return { type: 'text', text: value };
}

function paragraph(...content: InlineNode[]): BlockNode {
  return { type: 'paragraph', content };
}

function list(items: readonly string[]): BlockNode {
  return {
    type: 'bulletList',
    content: items.map((item) => ({ type: 'listItem', content: [paragraph(text(item))] })),
  };
}

function bold(value: string): InlineNode {
  return { type: 'text', text: value, marks: [{ type: 'bold' }] };
}

function meetingBody(student: SeededPerson, mentor: SeededPerson, topic: Topic): RichTextDocument {
  return {
    type: 'doc',
    content: [
      paragraph(text(`Hello ${student.firstName},`)),
      paragraph(text('Thank you for the good conversation. Here is what we took from it.')),
      paragraph(bold('Key takeaways')),
      list(topic.takeaways),
      paragraph(bold('Before next time')),
      list(topic.next),
      paragraph(text('See you soon,')),
      paragraph(text(mentor.fullName)),
    ],
  };
}

/** A student and one of the mentors. `round` counts the pairs, so that each has other topics and times. */
interface Pair {
  student: SeededPerson;
  mentor: SeededPerson;
  round: number;
}

/** Inserts the meetings and notes of pairs. Meetings are numbered in order. */
class NoteSeeder {
  readonly #context: DemoContext;
  #simplybookId = 4100;

  constructor(context: DemoContext) {
    this.#context = context;
  }

  /** Inserts a meeting of an hour. @returns its pk */
  async insertMeeting(
    { mentor, student }: Omit<Pair, 'round'>,
    name: string,
    startsAt: Date,
  ): Promise<number> {
    this.#simplybookId += 1;
    const { pk } = await this.#context.database.kysely
      .insertInto('bookedMeetings')
      .values({
        name,
        simplybookId: this.#simplybookId,
        meetId: `gopath-${this.#simplybookId}-${student.pk}${mentor.pk}`,
        providerPk: mentor.pk,
        clientPk: student.pk,
        startsAt,
        endsAt: new Date(startsAt.getTime() + HOUR),
      })
      .returning('pk')
      .executeTakeFirstOrThrow();
    return pk;
  }

  /** Inserts a note of the mentor. One with `sentAt` is sent to the student and their relations. */
  async #insertNote(
    { mentor, student }: Pair,
    note: { title: string; body: RichTextDocument; at: Date; meetingPk?: number; sentAt?: Date | null },
  ): Promise<void> {
    const { database } = this.#context;
    const { title, body, at, meetingPk = null, sentAt = null } = note;
    const { pk } = await database.kysely
      .insertInto('notes')
      .values({
        authorPk: mentor.pk,
        studentPk: student.pk,
        bookedMeetingPk: meetingPk,
        title,
        body: JSON.stringify(body),
        htmlBody: renderHtml(body),
        textBody: renderText(body),
        sentAt,
        createdAt: at,
        updatedAt: at,
      })
      .returning('pk')
      .executeTakeFirstOrThrow();
    if (sentAt === null) return;
    await database.query(
      `INSERT INTO note_recipients (note_pk, user_pk, kind)
      SELECT $1::int, user_pk, kind FROM relations WHERE student_pk = $2::int
      UNION ALL SELECT $1::int, $2::int, 'student'`,
      [pk, student.pk],
    );
  }

  /** Inserts five past meetings, two weeks apart, with a note each. */
  async insertPastMeetings(pair: Pair): Promise<void> {
    const { student, mentor, round } = pair;
    for (let past = 5; past >= 1; past -= 1) {
      const topic = DEMO_TOPICS[(round + past) % DEMO_TOPICS.length] as Topic;
      // Each pair meets on another day, at 3, 4 or 5 PM.
      const startsAt = demoTime(this.#context.now, -past * 14 - round, 15 + (round % 3));
      const meetingPk = await this.insertMeeting(pair, topic.name, startsAt);
      const at = new Date(startsAt.getTime() + HOUR);
      // The latest note of every third pair is not sent yet.
      const isSent = !(past === 1 && round % 3 === 0);
      await this.#insertNote(pair, {
        title: `${topic.name}, ${student.firstName}`,
        body: meetingBody(student, mentor, topic),
        at,
        meetingPk,
        sentAt: isSent ? new Date(at.getTime() + HOUR / 2) : null,
      });
    }
  }

  /** Inserts two notes without a meeting. */
  async insertPlainNotes(pair: Pair): Promise<void> {
    const { student, round } = pair;
    for (let index = 0; index < 2; index += 1) {
      const [title = '', ...paragraphs] = DEMO_NOTES[(round + index) % DEMO_NOTES.length] ?? [];
      await this.#insertNote(pair, {
        title: `${title}: ${student.firstName}`,
        body: { type: 'doc', content: paragraphs.map((line) => paragraph(text(line))) },
        at: demoTime(this.#context.now, -index * 9 - round, 16, 5 + 7 * (round % 7)),
      });
    }
  }
}

/** Returns the students with each of their mentors. */
function pairsOf(context: DemoContext): Pair[] {
  return Object.entries(DEMO_FAMILIES)
    .flatMap(([key, others]) => {
      const student = personOf(context, key);
      const mentors = others.map((other) => personOf(context, other)).filter(({ role }) => role === 'mentor');
      return mentors.map((mentor) => ({ student, mentor }));
    })
    .map((pair, index) => ({ ...pair, round: index + 1 }));
}

/** Adds notes and meetings of the past ten weeks, and one meeting that is running now. */
export async function seedNotes(context: DemoContext): Promise<void> {
  const { now } = context;
  const seeder = new NoteSeeder(context);
  for (const pair of pairsOf(context)) {
    await seeder.insertPastMeetings(pair);
    await seeder.insertPlainNotes(pair);
    // Every sixth pair shares the day, an hour later.
    const { round } = pair;
    const coming = demoTime(now, 1 + (round % 6), 15 + (round % 3) + Math.floor(round / 6));
    await seeder.insertMeeting(pair, 'Regular check-in', coming);
  }

  // One meeting is running, so that the side panel shows one. It began 10 to 15 minutes ago.
  const fiveMinutes = HOUR / 12;
  const running = new Date(Math.floor((now.getTime() - 2 * fiveMinutes) / fiveMinutes) * fiveMinutes);
  const demoPair = { mentor: personOf(context, 'mentor'), student: personOf(context, 'student') };
  await seeder.insertMeeting(demoPair, 'Roadmap review', running);
}
