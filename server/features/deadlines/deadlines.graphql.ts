import { DEADLINE_KINDS } from '#shared/deadlines/schema.ts';
import { builder } from '../../graphql/builder.ts';
import { User } from '../users/users.graphql.ts';
import type { DeadlineRow } from './deadlines.repository.ts';

const DeadlineKind = builder.enumType('DeadlineKind', { values: DEADLINE_KINDS });

export const Deadline = builder.objectRef<DeadlineRow>('Deadline').implement({
  description: 'An open deadline of a college application or essay.',
  fields: (t) => ({
    kind: t.expose('kind', { type: DeadlineKind }),
    pk: t.exposeInt('pk', { description: 'Of the college on the roadmap, or of the essay.' }),
    title: t.exposeString('title'),
    dueOn: t.expose('dueOn', { type: 'Date' }),
    done: t.exposeInt('done', { description: 'The finished requirements of a college.' }),
    student: t.field({
      type: User,
      resolve: ({ studentPk, studentName }) => ({ pk: studentPk, fullName: studentName }),
    }),
  }),
});

builder.queryField('upcomingDeadlines', (t) =>
  t.field({
    type: [Deadline],
    description: 'Deadlines of the next 30 days, and those missed in the last 30.',
    args: {
      studentPk: t.arg.int({
        description: 'Without it the viewer’s own, or those of the viewer’s children.',
      }),
    },
    resolve: (_root, { studentPk }, { actor, services }) =>
      services.deadlines.upcoming(actor, studentPk ?? null),
  }),
);
