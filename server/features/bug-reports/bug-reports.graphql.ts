import { toGlobalId } from '#shared/kernel/ids.ts';
import { builder } from '../../graphql/builder.ts';
import { KEY } from '../../graphql/descriptions.ts';
import { pictureField } from '../users/users.graphql.ts';
import { connectionTypes } from '../../graphql/connection.ts';
import { selects } from '../../graphql/selection.ts';
import type { BugReportRow } from './bug-reports.repository.ts';

const City = builder.objectRef<BugReportRow>('City').implement({
  fields: (t) => ({
    city: t.exposeString('city'),
    region: t.exposeString('region'),
    postalCode: t.exposeString('postalCode', { description: 'Empty when unknown.' }),
    countryName: t.exposeString('countryName'),
    latitude: t.exposeFloat('latitude', { nullable: true }),
    longitude: t.exposeFloat('longitude', { nullable: true }),
  }),
});

/** The reporter, for people who handle reports. */
const Reporter = builder.objectRef<BugReportRow>('BugReporter').implement({
  fields: (t) => ({
    id: t.id({ resolve: (report) => toGlobalId('User', report.userPk) }),
    pk: t.exposeInt('userPk'),
    fullName: t.exposeString('userFullName'),
    picture: t.string(pictureField(({ userPk }: BugReportRow) => userPk)),
    role: t.exposeString('userRole'),
    email: t.exposeString('userEmail'),
  }),
});

const LocationState = builder.enumType('LocationState', {
  values: {
    KNOWN: {},
    PRIVATE: { description: 'The IP address of a home or company network.' },
    UNKNOWN: { description: 'The IP address is not in the database.' },
    ERASED: { description: 'Deleted after 90 days.' },
  } as const,
});

const BugReport = builder.objectRef<BugReportRow>('BugReport');

BugReport.implement({
  fields: (t) => ({
    id: t.id({ resolve: (report) => toGlobalId('BugReport', report.pk) }),
    pk: t.exposeInt('pk'),
    body: t.exposeString('body'),
    commitHash: t.exposeString('commitHash'),
    page: t.exposeString('page', { description: 'The path of the page, without the query.' }),
    userAgent: t.exposeString('userAgent'),
    browser: t.exposeString('browser', { description: "'Browser on OS'" }),
    ipAddress: t.exposeString('ipAddress', { nullable: true, description: 'Deleted after 90 days.' }),
    archived: t.exposeBoolean('archived'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    screenshot: t.string({
      nullable: true,
      description: 'Its URL, which requires the same authentication.',
      resolve: ({ screenshot, pk }) => (screenshot === null ? null : `/api/bug_reports/${pk}/screenshot/`),
    }),
    screenshotErased: t.exposeBoolean('screenshotErased'),
    locationState: t.field({
      type: LocationState,
      resolve: ({ locationState }) => locationState.toUpperCase() as Uppercase<typeof locationState>,
    }),
    city: t.field({
      type: City,
      nullable: true,
      resolve: (report) => (report.locationState === 'known' ? report : null),
    }),
    user: t.field({ type: Reporter, resolve: (report) => report }),
  }),
});

const { Connection } = connectionTypes('BugReport', BugReport);

builder.queryFields((t) => ({
  bugReport: t.field({
    type: BugReport,
    description: 'One bug report; requires `bug_reports.view_report`.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { actor, services }) => services.bugReports.get(actor, id),
  }),
  allBugReports: t.field({
    type: Connection,
    description: 'All bug reports, newest first; requires `bug_reports.view_report`.',
    args: {
      first: t.arg.int(),
      after: t.arg.string(),
      archived: t.arg.boolean({ description: 'Only archived reports, or only open ones.' }),
      search: t.arg.string({ description: 'Literal part of the description.' }),
    },
    resolve: (_root, { first, after, ...filters }, { actor, services }, info) =>
      services.bugReports.list(actor, { first, after, filters, withCount: selects(info, 'totalCount') }),
  }),
}));

builder.relayMutationField(
  'createBugReport',
  {
    inputFields: (t) => ({
      body: t.string({ required: true }),
      commitHash: t.string({ required: true, description: 'The commit of the build.' }),
      page: t.string({ description: 'The path of the page; the query is removed.' }),
      screenshot: t.string({ description: 'The response of `POST /api/bug_reports/screenshots/`.' }),
      idempotencyKey: t.string(KEY),
    }),
  },
  {
    resolve: async (_root, { input }, { actor, services, origin }) => ({
      pk: await services.bugReports.create(actor, origin, input),
    }),
  },
  {
    outputFields: (t) => ({
      id: t.id({ resolve: ({ pk }) => toGlobalId('BugReport', pk) }),
    }),
  },
);

builder.relayMutationField(
  'toggleArchiveBugReport',
  { inputFields: (t) => ({ id: t.id({ required: true }) }) },
  { resolve: (_root, { input }, { actor, services }) => services.bugReports.toggleArchived(actor, input.id) },
  { outputFields: (t) => ({ bugReport: t.field({ type: BugReport, resolve: (report) => report }) }) },
);
