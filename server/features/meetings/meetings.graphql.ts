import { toGlobalId } from '#shared/kernel/ids.ts';
import { MEETING_PERMISSIONS, MEETING_STATUSES } from '#shared/meetings/policy.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionTypes } from '../../graphql/connection.ts';
import { User } from '../users/users.graphql.ts';
import type { Meeting } from './meetings.service.ts';

const MeetingPermissions = builder.enumType('MeetingPermission', {
  description: 'What the viewer can do with a booked meeting.',
  values: MEETING_PERMISSIONS,
});
const Status = builder.enumType('BookedMeetingStatus', { values: MEETING_STATUSES });

/** A booked meeting (MEET-018, MEET-019). The notes feature adds its meeting note (MEET-020). */
export const BookedMeeting = builder.objectRef<Meeting>('BookedMeeting');

BookedMeeting.implement({
  fields: (t) => ({
    id: t.id({ resolve: (meeting) => toGlobalId('BookedMeeting', meeting.pk) }),
    name: t.exposeString('name'),
    simplybookId: t.exposeInt('simplybookId'),
    meetId: t.string({
      description: 'The name of the video room; empty for people who cannot join it.',
      resolve: ({ meetId, permissions }) => (permissions.includes('view_meetingroom') ? meetId : ''),
    }),
    startsAt: t.expose('startsAt', { type: 'DateTime' }),
    endsAt: t.expose('endsAt', { type: 'DateTime' }),
    provider: t.field({
      type: User,
      description: 'The mentor of the meeting.',
      resolve: ({ providerPk, providerName }) => ({ pk: providerPk, fullName: providerName }),
    }),
    client: t.field({
      type: User,
      description: 'The student.',
      resolve: ({ clientPk, clientName }) => ({ pk: clientPk, fullName: clientName }),
    }),
    status: t.field({
      type: Status,
      resolve: ({ status, endsAt }, _args, { services }) => services.meetings.statusOf({ status, endsAt }),
    }),
    sequence: t.exposeInt('sequence', {
      description: 'The number of changes; a change names the one it saw.',
    }),
    series: t.exposeString('series', { nullable: true, description: 'Shared by the meetings of a series.' }),
    providerTimeZone: t.exposeString('providerTimeZone'),
    clientTimeZone: t.exposeString('clientTimeZone'),
    cancelReason: t.exposeString('cancelReason'),
    canceledBy: t.field({
      type: User,
      nullable: true,
      resolve: ({ canceledByPk: pk, canceledByName: fullName }) =>
        pk === null || fullName === null ? null : { pk, fullName },
    }),
    permissions: t.expose('permissions', { type: [MeetingPermissions] }),
  }),
});

const { Connection } = connectionTypes('BookedMeeting', BookedMeeting, { withTotalCount: false });

const Period = builder.enumType('BookedMeetingPeriod', {
  values: {
    NOW: { value: 'now', description: 'Running now.' },
    UPCOMING: { value: 'upcoming', description: 'Not started, next first.' },
    PAST: { value: 'past', description: 'Ended, latest first.' },
    CANCELED: { value: 'canceled', description: 'Canceled, latest first.' },
  } as const,
});

builder.queryFields((t) => ({
  bookedMeeting: t.field({
    type: BookedMeeting,
    description: 'One booked meeting, by its id or its booking id.',
    args: { id: t.arg.id(), simplybookId: t.arg.int() },
    resolve: (_root, { id, simplybookId }, { actor, services }) =>
      services.meetings.get(actor, { id: id ?? null, simplybookId: simplybookId ?? null }),
  }),
  bookedMeetings: t.field({
    type: Connection,
    description:
      "The viewer's meetings as mentor or student, or those of a parent's children, at most 100 per page. Without canceled ones, unless asked for.",
    args: {
      first: t.arg.int({ required: true }),
      after: t.arg.string(),
      period: t.arg({ type: Period }),
      student: t.arg.id({ description: 'Only meetings with this student.' }),
      from: t.arg({ type: 'DateTime', description: 'Only meetings that start then or later.' }),
      to: t.arg({ type: 'DateTime', description: 'Only meetings that start before.' }),
    },
    resolve: (_root, { first, after, period, student, from, to }, { actor, services }) =>
      services.meetings.list(actor, {
        first,
        after: after ?? null,
        period: period ?? null,
        student: student ?? null,
        from: from ?? null,
        to: to ?? null,
      }),
  }),
  nextMeeting: t.field({
    type: BookedMeeting,
    nullable: true,
    description: 'The running meeting, else the next one.',
    resolve: (_root, _args, { actor, services }) => services.meetings.next(actor),
  }),
}));
