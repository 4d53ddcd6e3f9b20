import { requirePk, toGlobalId } from '#shared/kernel/ids.ts';
import { COLLEGE_REQUIREMENTS } from '#shared/roadmap/college-requirements.ts';
import { ADMISSION_CATEGORY_CODES, APPLICATION_TYPE_CODES } from '#shared/roadmap/colleges.ts';
import { COLLEGE_PERMISSIONS } from '#shared/roadmap/policy.ts';
import { builder } from '../../../graphql/builder.ts';
import { BASED_ON, KEY, VERSION } from '../../../graphql/descriptions.ts';
import { connectionTypes } from '../../../graphql/connection.ts';
import type { College as CollegeShape } from './colleges.repository.ts';
import { Institution } from '../lookups/lookups.graphql.ts';
import { changedFields } from '../changed-fields.ts';
import { edgeOf } from '../sets.ts';

const AdmissionCategory = builder.enumType('AdmissionCategory', {
  description: 'R Reach, T Target, S Safety.',
  values: ADMISSION_CATEGORY_CODES,
});
const ApplicationType = builder.enumType('ApplicationType', {
  description: 'EA Early Action, ED Early Decision, RD Regular Decision, UD Undecided.',
  values: APPLICATION_TYPE_CODES,
});

const CollegeRequirement = builder.enumType('CollegeRequirement', {
  description: 'A part of an application.',
  values: COLLEGE_REQUIREMENTS,
});

const CollegePermissions = builder.enumType('CollegePermission', {
  description: 'What the viewer can do with a college on a roadmap.',
  values: COLLEGE_PERMISSIONS,
});
export const College = builder.objectRef<CollegeShape>('College');
College.implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('College', pk) }),
    name: t.exposeString('name'),
    body: t.exposeString('body', { description: 'Notes.' }),
    admissionCategory: t.expose('admissionCategory', {
      type: AdmissionCategory,
      nullable: true,
      description: 'Null until a mentor chooses one.',
    }),
    applicationType: t.expose('applicationType', { type: ApplicationType }),
    visited: t.exposeBoolean('visited'),
    waitlisted: t.exposeBoolean('waitlisted'),
    accepted: t.exposeBoolean('accepted'),
    deferred: t.exposeBoolean('deferred'),
    denied: t.exposeBoolean('denied'),
    deadline: t.expose('deadline', {
      type: 'Date',
      nullable: true,
      description: 'The application deadline.',
    }),
    requirements: t.expose('requirements', {
      type: [CollegeRequirement],
      description: 'The finished parts of the application.',
    }),
    institution: t.expose('institution', {
      type: Institution,
      nullable: true,
      description: 'Its published facts; null for a custom college.',
    }),
    permissions: t.expose('permissions', { type: [CollegePermissions] }),
    version: t.exposeInt('version', VERSION),
  }),
});

export const Colleges = connectionTypes('College', College);

builder.relayMutationField(
  'createCollege',
  {
    inputFields: (t) => ({
      roadmapId: t.id({ required: true }),
      name: t.string({ description: 'The name of a custom college.' }),
      unitid: t.int({ description: 'The number of an institution in the catalogue.' }),
      idempotencyKey: t.string(KEY),
    }),
  },
  {
    resolve: (_root, { input }, { actor, services }) => {
      const { roadmapId, idempotencyKey, clientMutationId: _, ...values } = input;
      return services.roadmap.colleges.create(actor, requirePk('Roadmap', roadmapId), values, idempotencyKey);
    },
  },
  {
    outputFields: (t) => ({
      collegeEdge: t.field({ type: Colleges.Edge, resolve: (created) => edgeOf('colleges', created) }),
    }),
  },
);

builder.relayMutationField(
  'updateCollege',
  {
    inputFields: (t) => ({
      id: t.id({ required: true }),
      body: t.string(),
      visited: t.boolean(),
      waitlisted: t.boolean(),
      accepted: t.boolean(),
      deferred: t.boolean(),
      denied: t.boolean(),
      deadline: t.field({ type: 'Date', description: 'Null removes it.' }),
      requirements: t.field({ type: [CollegeRequirement] }),
      admissionCategory: t.field({ type: AdmissionCategory }),
      applicationType: t.field({ type: ApplicationType }),
      version: t.int(BASED_ON),
    }),
  },
  {
    resolve: (_root, { input }, { actor, services }) => {
      const { id, version, deadline, clientMutationId: _, ...others } = input;
      const change = { ...changedFields(others), ...(deadline === undefined ? {} : { deadline }) };
      return services.roadmap.colleges.update(actor, requirePk('College', id), change, version);
    },
  },
  { outputFields: (t) => ({ college: t.field({ type: College, resolve: (updated) => updated }) }) },
);

builder.relayMutationField(
  'deleteCollege',
  { inputFields: (t) => ({ id: t.id({ required: true }) }) },
  {
    resolve: (_root, { input }, { actor, services }) =>
      services.roadmap.colleges.delete(actor, requirePk('College', input.id)),
  },
  {
    outputFields: (t) => ({
      deletedId: t.id({ resolve: ({ pk }) => toGlobalId('College', pk) }),
      name: t.exposeString('name'),
    }),
  },
);
