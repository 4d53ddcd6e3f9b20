import type { TemplateTask } from '../../../db/tables/tasks.ts';

/** A templated list of GoPath. Its pk is under 1000, where those of mentors begin. */
export interface ShippedTemplate {
  pk: number;
  title: string;
  description: string;
  tasks: TemplateTask[];
}

function task(
  name: string,
  description: string,
  points: number,
  dueInDays: number,
  steps: string[] = [],
): TemplateTask {
  return { name, description, points, dueInDays, steps };
}

/** One list for each grade, and one for the application season. Days count from the day the list is added. */
export const SHIPPED_TEMPLATES: readonly ShippedTemplate[] = [
  {
    pk: 1,
    title: 'Freshman year',
    description: 'Settle in, plan four years of classes and try things out.',
    tasks: [
      task(
        'Plan four years of classes',
        'Write down which classes you want to take each year, and check them against what colleges ask for: four years of English, three or more of mathematics, two or more of science, history and a language.',
        20,
        30,
        [
          'Collect the course catalog of your school',
          'Mark honors and AP classes that interest you',
          'Check the plan with your counselor',
        ],
      ),
      task(
        'Try two activities',
        'Visit at least two clubs, teams or service groups. Notice what you look forward to: depth in a few things counts for more than a long list.',
        15,
        45,
        ['List activities at school and nearby', 'Go to a first meeting of two of them'],
      ),
      task(
        'Meet your counselor',
        'Introduce yourself, ask which classes keep the most doors open, and find out how to make an appointment later.',
        10,
        21,
      ),
      task(
        'Set up a weekly study plan',
        'Choose fixed times for homework and for reading. Keep one evening free. Adjust it after two weeks.',
        10,
        14,
      ),
      task(
        'Start an activity record',
        'Write down what you did, how many hours a week, and what you are proud of. You will need it for applications, and nobody remembers it all three years later.',
        10,
        60,
      ),
      task(
        'Read three books for fun',
        'Reading widely is the best preparation for essays and for the verbal part of every exam.',
        15,
        120,
        ['First book', 'Second book', 'Third book'],
      ),
      task(
        'Find something for the summer',
        'A course, a job, a project or volunteering: a few weeks of something you choose yourself.',
        15,
        150,
        ['List three ideas', 'Check dates and cost', 'Apply or sign up'],
      ),
    ],
  },
  {
    pk: 2,
    title: 'Sophomore year',
    description: 'Go deeper, take a first practice exam and look at colleges.',
    tasks: [
      task(
        'Take the PSAT or a practice SAT',
        'It shows where you stand, without consequences. Keep the report: it names what to practice.',
        20,
        45,
        [
          'Ask your school for the date',
          'Take one full practice test with a timer',
          'Note three topics to practice',
        ],
      ),
      task(
        'Take a practice ACT and compare',
        'Some people do clearly better in one of the two exams. Compare before you prepare.',
        15,
        75,
      ),
      task(
        'Take more responsibility in one activity',
        'Lead a project, train newcomers or start something that is missing.',
        20,
        90,
      ),
      task(
        'Choose junior year classes',
        'Take the most demanding classes that you can do well in. Ask the teachers what the work is like.',
        15,
        120,
        ['Check requirements for AP classes', 'Talk to your counselor', 'Hand in the course requests'],
      ),
      task(
        'Explore three fields of study',
        'Look up what people learn in them, which classes help now and what jobs follow.',
        15,
        100,
        ['First field', 'Second field', 'Third field'],
      ),
      task(
        'Visit a college nearby',
        'Any campus will do: find out whether you like large or small, city or country.',
        15,
        130,
      ),
      task(
        'Plan a summer with depth',
        'Continue what you care about: research, a job, a course for credit, service.',
        20,
        150,
        ['Check deadlines, many are in February', 'Ask a teacher for a recommendation', 'Apply'],
      ),
    ],
  },
  {
    pk: 3,
    title: 'Junior year',
    description: 'Exams, a list of colleges and the people who will recommend you.',
    tasks: [
      task(
        'Register for the SAT or ACT',
        'Choose a date that leaves time for a second try before applications.',
        15,
        21,
        [
          'Choose the exam and the date',
          'Register and pay, or ask for a fee waiver',
          'Put it into the roadmap',
        ],
      ),
      task(
        'Prepare for the exam, eight weeks',
        'Three sessions a week of 45 minutes, and a full practice test every second week.',
        30,
        77,
        ['Weeks 1 and 2', 'Weeks 3 and 4', 'Weeks 5 and 6', 'Weeks 7 and 8'],
      ),
      task(
        'Make a first list of colleges',
        'Eight to fifteen: some to reach for, some on target, some safe. Look at majors, size, place and the net price for your family.',
        25,
        90,
        [
          'Three reach schools',
          'Four target schools',
          'Three safety schools',
          'Run the net price calculator for each',
        ],
      ),
      task(
        'Visit or attend online sessions of three colleges',
        'Write down what you liked while it is fresh: it becomes your answer to the question why you apply there.',
        20,
        120,
        ['First college', 'Second college', 'Third college'],
      ),
      task(
        'Ask two teachers for recommendations',
        'Ask in spring, in person, teachers of your main subjects this year. Give them your activity record.',
        20,
        140,
        ['Choose two teachers', 'Ask them', 'Send them your activity record'],
      ),
      task(
        'Prepare for AP exams',
        'Find the dates, collect old free-response questions and plan the last six weeks.',
        20,
        130,
      ),
      task(
        'Write a first draft of the personal statement',
        'The prompts barely change from year to year. A bad first draft in June is worth more than a good plan in October.',
        25,
        180,
        [
          'Collect ten moments that matter to you',
          'Write 650 words about one of them',
          'Put it away for a week',
        ],
      ),
    ],
  },
  {
    pk: 4,
    title: 'Senior year',
    description: 'From the final list of colleges to the decision.',
    tasks: [
      task(
        'Settle the list of colleges',
        'Decide where you apply, how (early action, early decision, regular) and by when.',
        25,
        14,
        ['Check every deadline', 'Choose at most one early decision', 'Enter the colleges into the roadmap'],
      ),
      task(
        'Ask for transcripts and recommendations',
        'Give your counselor and teachers the list of colleges and deadlines, at least four weeks ahead.',
        15,
        21,
        ['Counselor', 'First teacher', 'Second teacher'],
      ),
      task(
        'Finish the personal statement',
        'Let two people read it, and read it aloud once. It should sound like you.',
        30,
        30,
        ['Second draft', 'Feedback of two people', 'Final version'],
      ),
      task(
        'File the FAFSA and the CSS Profile',
        'Both open in the fall; some aid goes to the people who file first. You need the tax return of the year before last.',
        25,
        45,
        [
          'Create the accounts',
          'Collect the documents',
          'File the FAFSA',
          'File the CSS Profile where asked for',
        ],
      ),
      task(
        'Send the applications',
        'Hand in a week before the deadline: servers are slow on the last night.',
        40,
        75,
        ['Early applications', 'Applications to public universities', 'Regular applications'],
      ),
      task(
        'Apply for five scholarships',
        'Small local ones have the best odds. Reuse your essays.',
        20,
        110,
        ['Local scholarships', 'Scholarships of the colleges', 'National scholarships'],
      ),
      task(
        'Compare the offers of aid',
        'Compare the net price: cost minus grants. A loan is not a discount. Ask again when an offer falls short.',
        20,
        180,
      ),
      task(
        'Decide and send the deposit',
        'The usual date is May 1. Tell the other colleges that you are not coming, and thank your teachers.',
        20,
        200,
        ['Send the deposit', 'Decline the other offers', 'Thank the people who recommended you'],
      ),
    ],
  },
  {
    pk: 5,
    title: 'Application season',
    description: 'Twelve weeks from an empty form to sent applications.',
    tasks: [
      task(
        'Set up the application accounts',
        'Use one email address that you read every day and that still exists next year.',
        10,
        5,
        ['Common App', 'Applications of public universities', 'Portals of the colleges'],
      ),
      task(
        'Fill in the forms',
        'Family, school and testing sections. Put activities in the order of what matters most to you.',
        20,
        14,
        ['Profile and family', 'Education and testing', 'Ten activities, 150 characters each'],
      ),
      task(
        'List all essays',
        'One table: college, prompt, words, deadline. Many prompts can share one essay.',
        10,
        10,
      ),
      task('Personal statement', 'From draft to final version, with feedback in between.', 30, 28, [
        'Draft',
        'Feedback',
        'Final version',
      ]),
      task(
        'Essays that ask why this college',
        'Name two things that only this college has, and what you would do with them.',
        25,
        42,
        ['First college', 'Second college', 'Third college'],
      ),
      task(
        'Send test scores',
        'Check which colleges want official scores and which believe the form.',
        10,
        35,
      ),
      task(
        'Check that recommendations arrived',
        'Look into each portal two weeks before the deadline, and remind kindly.',
        10,
        56,
      ),
      task(
        'Proofread and send',
        'Read the printed preview of each application. Then send it, and keep the confirmation.',
        30,
        70,
        ['Preview read by someone else', 'Fees paid or waived', 'Sent'],
      ),
      task(
        'Prepare for interviews',
        'Practise three stories about yourself and three questions of your own.',
        15,
        77,
      ),
    ],
  },
];
