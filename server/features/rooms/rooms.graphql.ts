import { builder } from '../../graphql/builder.ts';

builder.queryField('keepsParentsOut', (t) =>
  t.boolean({
    nullable: true,
    description:
      'Whether the viewer keeps their parents out of meeting rooms; null for everyone but adult students.',
    resolve: (_root, _args, { actor, services }) => services.roomPrivacy.keepsParentsOut(actor),
  }),
);

builder.relayMutationField(
  'keepParentsOut',
  { inputFields: (t) => ({ keepOut: t.boolean({ required: true }) }) },
  {
    resolve: async (_root, { input }, { actor, services }) => ({
      keepsParentsOut: await services.roomPrivacy.keepParentsOut(actor, input.keepOut),
    }),
  },
  { outputFields: (t) => ({ keepsParentsOut: t.exposeBoolean('keepsParentsOut') }) },
);
