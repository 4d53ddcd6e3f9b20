import type { Availability as AvailabilityShape, DayRange as DayRangeShape } from '#shared/booking/slots.ts';
import { builder } from '../../graphql/builder.ts';
import type { AvailabilitySettings } from './availability.service.ts';

const DayRange = builder.objectRef<DayRangeShape>('DayRange');
DayRange.implement({
  description: 'A part of a day, in minutes after midnight.',
  fields: (t) => ({ start: t.exposeInt('start'), end: t.exposeInt('end') }),
});

type Override = AvailabilityShape['overrides'][number];
const DayOverride = builder.objectRef<Override>('DayOverride');
DayOverride.implement({
  description: 'A day with other hours; without ranges there are none.',
  fields: (t) => ({
    day: t.expose('day', { type: 'Date' }),
    ranges: t.field({ type: [DayRange], resolve: ({ ranges }) => [...ranges] }),
  }),
});

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];

const Availability = builder.objectRef<AvailabilitySettings>('Availability');
Availability.implement({
  description: 'When a mentor can be booked.',
  fields: (t) => ({
    timeZone: t.exposeString('timeZone'),
    minutes: t.exposeInt('minutes', { description: 'The length of a meeting.' }),
    bufferMinutes: t.exposeInt('bufferMinutes', { description: 'Free time after each meeting.' }),
    noticeHours: t.exposeInt('noticeHours'),
    windowDays: t.exposeInt('windowDays'),
    dailyLimit: t.exposeInt('dailyLimit'),
    week: t.field({
      type: t.listRef(t.listRef(DayRange)),
      description: 'The hours of each weekday, Sunday first.',
      resolve: ({ hours }) =>
        WEEKDAYS.map((weekday) =>
          hours.filter((range) => range.weekday === weekday).map(({ start, end }) => ({ start, end })),
        ),
    }),
    overrides: t.field({ type: [DayOverride], resolve: ({ overrides }) => [...overrides] }),
    isSetInSimplybook: t.exposeBoolean('isSetInSimplybook', {
      description: 'Whether families book the times of SimplyBook, so that these settings have no effect.',
    }),
    version: t.exposeInt('version', {
      description: 'A change names the version it is based on; 0 is not saved yet.',
    }),
  }),
});

const DayRangeInput = builder.inputType('DayRangeInput', {
  fields: (t) => ({ start: t.int({ required: true }), end: t.int({ required: true }) }),
});

const DayOverrideInput = builder.inputType('DayOverrideInput', {
  fields: (t) => ({
    day: t.field({ type: 'Date', required: true }),
    ranges: t.field({ type: [DayRangeInput], required: true }),
  }),
});

builder.queryField('availability', (t) =>
  t.field({
    type: Availability,
    description: "The viewer's own availability as a mentor.",
    resolve: (_root, _args, { actor, services }) => services.availability.own(actor),
  }),
);

builder.relayMutationField(
  'saveAvailability',
  {
    inputFields: (t) => ({
      timeZone: t.string({ required: true }),
      minutes: t.int({ required: true }),
      bufferMinutes: t.int({ required: true }),
      noticeHours: t.int({ required: true }),
      windowDays: t.int({ required: true }),
      dailyLimit: t.int({ required: true }),
      week: t.field({ type: t.listRef(t.listRef(DayRangeInput)), required: true }),
      overrides: t.field({ type: [DayOverrideInput], required: true }),
      version: t.int({ required: true }),
    }),
  },
  { resolve: (_root, { input }, { actor, services }) => services.availability.save(actor, input) },
  {
    outputFields: (t) => ({ availability: t.field({ type: Availability, resolve: (saved) => saved }) }),
  },
);
