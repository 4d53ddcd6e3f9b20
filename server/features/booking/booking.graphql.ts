import { builder } from '../../graphql/builder.ts';
import { KEY } from '../../graphql/descriptions.ts';
import { BookedMeeting } from '../meetings/meetings.graphql.ts';
import { User } from '../users/users.graphql.ts';
import type { PairRow } from './booking.repository.ts';
import type { BookableSlots, SeriesSlot as SeriesSlotShape } from './booking.service.ts';

builder.objectField(BookedMeeting, 'returnsToBalance', (t) =>
  t.boolean({
    nullable: true,
    description:
      "Whether canceling it adds one to the student's remaining meetings; null if the viewer cannot cancel it, or GoPath does not count them.",
    resolve: (meeting, _args, { actor, services }) => services.booking.returnsToBalance(actor, meeting),
  }),
);

const BookingPair = builder.objectRef<PairRow>('BookingPair');
BookingPair.implement({
  description: 'A mentor and a student whose meetings the viewer books.',
  fields: (t) => ({
    mentor: t.field({
      type: User,
      resolve: ({ mentorPk, mentorName }) => ({ pk: mentorPk, fullName: mentorName }),
    }),
    student: t.field({
      type: User,
      resolve: ({ studentPk, studentName }) => ({ pk: studentPk, fullName: studentName }),
    }),
    hasHours: t.exposeBoolean('hasHours', { description: 'Whether the mentor offers hours.' }),
  }),
});

const FreeSlots = builder.objectRef<BookableSlots>('FreeSlots');
FreeSlots.implement({
  fields: (t) => ({
    timeZone: t.exposeString('timeZone', {
      nullable: true,
      description: "The mentor's time zone; null when the mentor offers no hours.",
    }),
    minutes: t.exposeInt('minutes', { nullable: true, description: 'The length of a meeting.' }),
    slots: t.expose('slots', { type: ['DateTime'] }),
    changeableFrom: t.expose('changeableFrom', {
      type: 'DateTime',
      description: 'The earliest start of a meeting that the viewer can still move or cancel.',
    }),
  }),
});

const SeriesSlot = builder.objectRef<SeriesSlotShape>('SeriesSlot');
SeriesSlot.implement({
  fields: (t) => ({
    startsAt: t.expose('startsAt', { type: 'DateTime' }),
    isFree: t.exposeBoolean('isFree'),
  }),
});

builder.queryFields((t) => ({
  bookingPairs: t.field({
    type: [BookingPair],
    description: 'The mentors and students whose meetings the viewer books.',
    resolve: (_root, _args, { actor, services }) => services.booking.pairs(actor),
  }),
  meetingsRemaining: t.int({
    description: 'How many more meetings a student can book; negative means unlimited.',
    args: { student: t.arg.id({ required: true }) },
    resolve: (_root, { student }, { actor, services }) => services.booking.remaining(actor, student),
  }),
  freeSlots: t.field({
    type: FreeSlots,
    description: 'When a meeting can start, in at most 45 days.',
    args: {
      mentor: t.arg.id({ required: true }),
      student: t.arg.id({ required: true }),
      from: t.arg({ type: 'DateTime', required: true }),
      to: t.arg({ type: 'DateTime', required: true }),
      meeting: t.arg.id({ description: 'A meeting to move.' }),
    },
    resolve: (_root, { meeting, ...asked }, { actor, services }) =>
      services.booking.slots(actor, { ...asked, meeting: meeting ?? null }),
  }),
  seriesSlots: t.field({
    type: [SeriesSlot],
    description: 'The meetings of a planned series, at the same local time of the mentor.',
    args: {
      mentor: t.arg.id({ required: true }),
      student: t.arg.id({ required: true }),
      startsAt: t.arg({ type: 'DateTime', required: true }),
      weeks: t.arg.int({ required: true, description: 'The weeks between two meetings, 1 or 2.' }),
      times: t.arg.int({ required: true, description: 'The number of meetings, at most 12.' }),
    },
    resolve: (_root, asked, { actor, services }) => services.booking.series(actor, asked),
  }),
}));

builder.relayMutationField(
  'bookMeetings',
  {
    description:
      'Books a meeting, or the meetings of a series. A taken time is a CONFLICT with the next free ones.',
    inputFields: (t) => ({
      mentor: t.id({ required: true }),
      student: t.id({ required: true }),
      startsAt: t.field({ type: ['DateTime'], required: true }),
      topic: t.string({ required: true, description: 'At most 100 characters; it can be empty.' }),
      idempotencyKey: t.string(KEY),
    }),
  },
  { resolve: (_root, { input }, { actor, services }) => services.booking.book(actor, input) },
  {
    outputFields: (t) => ({ meetings: t.field({ type: [BookedMeeting], resolve: (meetings) => meetings }) }),
  },
);

builder.relayMutationField(
  'rescheduleMeeting',
  {
    inputFields: (t) => ({
      meeting: t.id({ required: true }),
      startsAt: t.field({ type: 'DateTime', required: true }),
      sequence: t.int({ required: true, description: 'The sequence that the change is based on.' }),
    }),
  },
  { resolve: (_root, { input }, { actor, services }) => services.booking.move(actor, input) },
  { outputFields: (t) => ({ meeting: t.field({ type: BookedMeeting, resolve: (meeting) => meeting }) }) },
);

builder.relayMutationField(
  'cancelMeeting',
  {
    inputFields: (t) => ({
      meeting: t.id({ required: true }),
      reason: t.string({ required: true, description: 'At most 500 characters; everyone invited sees it.' }),
      sequence: t.int({ required: true, description: 'The sequence that the change is based on.' }),
    }),
  },
  { resolve: (_root, { input }, { actor, services }) => services.booking.cancel(actor, input) },
  { outputFields: (t) => ({ meeting: t.field({ type: BookedMeeting, resolve: (meeting) => meeting }) }) },
);
