import type { Connection as ConnectionShape } from '#shared/connections/responses.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { builder } from '../../graphql/builder.ts';
import type { ReportRow } from '../bug-reports/bug-reports.sources.ts';
import type { PendingInvitation } from '../invitations/invitations.sources.ts';
import { BookedMeeting } from '../meetings/meetings.graphql.ts';
import { Deadline } from '../deadlines/deadlines.graphql.ts';
import { Note } from '../notes/notes.graphql.ts';
import { ReviewRequest } from '../ratings/review-requests.graphql.ts';
import { AttentionReason } from '../students/students.graphql.ts';
import { PinnedStudent, TaskConnection } from '../tasks/tasks.graphql.ts';
import { pictureField, User } from '../users/users.graphql.ts';
import type { FailedJobs, DashboardPersonRow } from './dashboard.repository.ts';
import type { DashboardPerson, DashboardState, DashboardStudent } from './dashboard.service.ts';

const Roadmap = builder.objectRef<NonNullable<DashboardPersonRow['roadmap']>>('DashboardRoadmap').implement({
  description: 'How much a roadmap contains.',
  fields: (t) => ({
    classes: t.exposeInt('classes'),
    exams: t.exposeInt('exams'),
    activities: t.exposeInt('activities'),
    colleges: t.exposeInt('colleges'),
  }),
});

const Rating = builder.objectRef<NonNullable<DashboardPersonRow['rating']>>('DashboardRating').implement({
  fields: (t) => ({ points: t.exposeInt('points'), targetPoints: t.exposeInt('targetPoints') }),
});

const Person = builder.objectRef<DashboardPerson>('DashboardPerson').implement({
  description: 'The viewer, or a child of a parent.',
  fields: (t) => ({
    user: t.field({ type: User, resolve: (person) => person }),
    firstName: t.exposeString('firstName'),
    tasks: t.expose('tasks', { type: TaskConnection, description: 'The first upcoming tasks.' }),
    roadmap: t.expose('roadmap', { type: Roadmap, nullable: true }),
    rating: t.expose('rating', { type: Rating, nullable: true }),
    deadlines: t.expose('deadlines', {
      type: [Deadline],
      description: 'The first deadlines of the next 30 days, and missed ones.',
    }),
  }),
});

const Student = builder.objectRef<DashboardStudent>('DashboardStudent').implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('User', pk) }),
    pk: t.exposeInt('pk'),
    fullName: t.exposeString('fullName'),
    picture: t.string(pictureField(({ pk }: DashboardStudent) => pk)),
    attention: t.expose('attention', { type: [AttentionReason] }),
  }),
});

const Report = builder.objectRef<ReportRow>('DashboardBugReport').implement({
  fields: (t) => ({
    pk: t.exposeInt('pk'),
    body: t.exposeString('body', { description: 'The first 200 characters.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    reporter: t.exposeString('reporter'),
  }),
});

const Jobs = builder.objectRef<FailedJobs>('DashboardFailedJobs').implement({
  description: 'Background jobs of one kind that failed in the last day.',
  fields: (t) => ({
    name: t.exposeString('name'),
    count: t.exposeInt('count'),
    lastAt: t.expose('lastAt', { type: 'DateTime' }),
  }),
});

const Invitation = builder.objectRef<PendingInvitation>('DashboardInvitation').implement({
  fields: (t) => ({
    pk: t.exposeInt('pk'),
    fullName: t.exposeString('fullName'),
    email: t.exposeString('email'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const Connection = builder.objectRef<ConnectionShape>('DashboardConnectionState').implement({
  description: 'The state of a system that GoPath is connected to.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'simplybook, payments, mail or identity' }),
    state: t.exposeString('state', { description: 'off, ok, degraded or failing' }),
    failingSince: t.expose('failing_since', { type: 'DateTime', nullable: true }),
  }),
});

const State = builder.objectRef<DashboardState>('DashboardState').implement({
  description: 'The dashboard of the viewer. Sections that are not for the viewer are null.',
  fields: (t) => ({
    people: t.expose('people', {
      type: [Person],
      description: 'The viewer; for parents, their children by name.',
    }),
    meetings: t.expose('meetings', { type: [BookedMeeting], description: 'Running and next meetings.' }),
    notes: t.expose('notes', {
      type: [Note],
      description: 'The latest notes: written by a mentor, or sent to anyone else.',
    }),
    unsentMeetings: t.expose('unsentMeetings', {
      type: [BookedMeeting],
      nullable: true,
      description: 'Past meetings whose note is missing or not sent.',
    }),
    pinnedStudents: t.expose('pinnedStudents', { type: [PinnedStudent], nullable: true }),
    students: t.expose('students', {
      type: [Student],
      nullable: true,
      description: 'A mentor’s students, the most urgent first.',
    }),
    reviewRequests: t.expose('reviewRequests', { type: [ReviewRequest], nullable: true }),
    bugReports: t.expose('bugReports', {
      type: [Report],
      nullable: true,
      description: 'Open bug reports, newest first.',
    }),
    failedJobs: t.expose('failedJobs', { type: [Jobs], nullable: true }),
    invitations: t.expose('invitations', {
      type: [Invitation],
      nullable: true,
      description: 'The viewer’s invitations that are not accepted yet.',
    }),
    connections: t.expose('connections', { type: [Connection], nullable: true }),
  }),
});

builder.queryField('dashboardState', (t) =>
  t.field({
    type: State,
    description: 'Everything that the dashboard shows.',
    resolve: (_root, _args, { actor, services }) => services.dashboard.read(actor),
  }),
);
