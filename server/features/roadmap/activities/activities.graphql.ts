import { requirePk, toGlobalId } from '#shared/kernel/ids.ts';
import { ACTIVITY_CATEGORY_CODES } from '#shared/roadmap/activities.ts';
import { builder } from '../../../graphql/builder.ts';
import { BASED_ON, KEY, VERSION } from '../../../graphql/descriptions.ts';
import { connectionTypes } from '../../../graphql/connection.ts';
import type { Activity as ActivityShape } from './activities.repository.ts';
import { changedFields } from '../changed-fields.ts';
import { edgeOf } from '../sets.ts';

const ActivityCategory = builder.enumType('ActivityCategory', { values: ACTIVITY_CATEGORY_CODES });

export const Activity = builder.objectRef<ActivityShape>('Activity');
Activity.implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('Activity', pk) }),
    name: t.exposeString('name'),
    body: t.exposeString('body'),
    category: t.expose('category', { type: ActivityCategory }),
    freshmanYear: t.exposeBoolean('freshmanYear'),
    sophomoreYear: t.exposeBoolean('sophomoreYear'),
    juniorYear: t.exposeBoolean('juniorYear'),
    seniorYear: t.exposeBoolean('seniorYear'),
    version: t.exposeInt('version', VERSION),
  }),
});

export const Activities = connectionTypes('Activity', Activity);

builder.relayMutationField(
  'createActivity',
  {
    inputFields: (t) => ({
      roadmapId: t.id({ required: true }),
      name: t.string({ required: true }),
      category: t.field({ type: ActivityCategory, required: true }),
      body: t.string(),
      freshmanYear: t.boolean(),
      sophomoreYear: t.boolean(),
      juniorYear: t.boolean(),
      seniorYear: t.boolean(),
      idempotencyKey: t.string(KEY),
    }),
  },
  {
    resolve: (_root, { input }, { actor, services }) => {
      const { roadmapId, idempotencyKey, clientMutationId: _, ...values } = input;
      const defaults = {
        body: '',
        freshmanYear: false,
        sophomoreYear: false,
        juniorYear: false,
        seniorYear: false,
      };
      return services.roadmap.activities.create(
        actor,
        requirePk('Roadmap', roadmapId),
        { ...defaults, ...changedFields(values) },
        idempotencyKey,
      );
    },
  },
  {
    outputFields: (t) => ({
      activity: t.field({ type: Activity, resolve: (created) => created }),
      activityEdge: t.field({ type: Activities.Edge, resolve: (created) => edgeOf('activities', created) }),
    }),
  },
);

builder.relayMutationField(
  'updateActivity',
  {
    inputFields: (t) => ({
      id: t.id({ required: true }),
      body: t.string(),
      freshmanYear: t.boolean(),
      sophomoreYear: t.boolean(),
      juniorYear: t.boolean(),
      seniorYear: t.boolean(),
      version: t.int(BASED_ON),
    }),
  },
  {
    resolve: (_root, { input }, { actor, services }) => {
      const { id, version, clientMutationId: _, ...change } = input;
      return services.roadmap.activities.update(
        actor,
        requirePk('Activity', id),
        changedFields(change),
        version,
      );
    },
  },
  { outputFields: (t) => ({ activity: t.field({ type: Activity, resolve: (updated) => updated }) }) },
);

builder.relayMutationField(
  'reorderActivities',
  {
    inputFields: (t) => ({
      roadmapId: t.id({ required: true }),
      category: t.field({ type: ActivityCategory, required: true }),
      ids: t.idList({ required: true, description: 'All activities of the category, in their new order.' }),
    }),
  },
  {
    resolve: (_root, { input: { roadmapId, category, ids } }, { actor, services }) =>
      services.roadmap.activities.reorder(
        actor,
        requirePk('Roadmap', roadmapId),
        category,
        ids.map((id) => requirePk('Activity', id)),
      ),
  },
  {
    outputFields: (t) => ({
      ids: t.idList({ resolve: (pks) => pks.map((pk) => toGlobalId('Activity', pk)) }),
    }),
  },
);

builder.relayMutationField(
  'deleteActivity',
  { inputFields: (t) => ({ id: t.id({ required: true }) }) },
  {
    resolve: (_root, { input }, { actor, services }) =>
      services.roadmap.activities.delete(actor, requirePk('Activity', input.id)),
  },
  {
    outputFields: (t) => ({
      deletedId: t.id({ resolve: ({ pk }) => toGlobalId('Activity', pk) }),
      name: t.exposeString('name'),
    }),
  },
);
