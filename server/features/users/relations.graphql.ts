import { builder } from '../../graphql/builder.ts';
import type { ChangedRelation } from './relations.service.ts';

for (const [name, method, description] of [
  [
    'assignUser',
    'assign',
    'Makes the target a mentor, parent or student of the user. Repeating it changes nothing.',
  ],
  ['removeUser', 'remove', 'Ends a relation. Repeating it changes nothing.'],
] as const) {
  builder.relayMutationField(
    name,
    {
      description,
      inputFields: (t) => ({
        userPk: t.int({ required: true }),
        targetUserPk: t.int({ required: true }),
        role: t.string({
          required: true,
          description: 'What the target is for the user: student, parent or mentor.',
        }),
      }),
    },
    { resolve: (_root, { input }, { actor, services }) => services.relations[method](actor, input) },
    {
      outputFields: (t) => ({
        userFullName: t.string({ resolve: (changed: ChangedRelation) => changed.userFullName }),
        targetUserFullName: t.string({ resolve: (changed: ChangedRelation) => changed.targetUserFullName }),
        role: t.string({ resolve: (changed: ChangedRelation) => changed.role }),
      }),
    },
  );
}
