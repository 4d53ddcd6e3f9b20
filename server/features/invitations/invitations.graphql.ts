import { toGlobalId } from '#shared/kernel/ids.ts';
import { builder } from '../../graphql/builder.ts';
import { KEY } from '../../graphql/descriptions.ts';
import { connectionTypes } from '../../graphql/connection.ts';
import { selects } from '../../graphql/selection.ts';
import type { InvitedUser as Row } from './invitations.service.ts';

const InvitationState = builder.enumType('InvitationState', {
  values: {
    INVITED: { description: 'The link of the newest email is valid.' },
    EXPIRED: { description: 'The link has expired; the invitation can be resent.' },
    ACTIVATED: {},
  } as const,
});

const InvitedUser = builder.objectRef<Row>('InvitedUser');

InvitedUser.implement({
  description: 'A person the viewer has invited (INV-007).',
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('InvitedUser', pk) }),
    pk: t.exposeInt('pk'),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    email: t.exposeString('email'),
    role: t.exposeString('role'),
    activated: t.boolean({ resolve: ({ acceptedAt }) => acceptedAt !== null }),
    state: t.field({ type: InvitationState, resolve: ({ state }) => state }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    userPk: t.int({
      nullable: true,
      description: 'The person who accepted it, while they are related to the viewer.',
      resolve: ({ relatedPk }) => relatedPk,
    }),
  }),
});

const { Connection, Edge } = connectionTypes('InvitedUser', InvitedUser);

builder.queryField('allInvitedUsers', (t) =>
  t.field({
    type: Connection,
    description: 'People the viewer has invited, newest first; for students and holders of `users.add_*`.',
    args: { first: t.arg.int(), after: t.arg.string() },
    resolve: (_root, args, { actor, services }, info) =>
      services.invitations.list(actor, { ...args, withCount: selects(info, 'totalCount') }),
  }),
);

builder.relayMutationField(
  'createUser',
  {
    description: 'Invites someone by email; they become a user when they accept.',
    inputFields: (t) => ({
      firstName: t.string({ required: true }),
      lastName: t.string({ required: true }),
      email: t.string({ required: true }),
      role: t.string({ required: true, description: 'student, parent or mentor' }),
      idempotencyKey: t.string(KEY),
    }),
  },
  { resolve: (_root, { input }, { actor, services }) => services.invitations.invite(actor, input) },
  {
    outputFields: (t) => ({
      user: t.field({
        type: Edge,
        resolve: (row, _args, { services }) => services.invitations.edgeOf(row),
      }),
    }),
  },
);

builder.relayMutationField(
  'resendInvitation',
  {
    description: 'Emails a new link; the previous one stops working.',
    inputFields: (t) => ({ id: t.id({ required: true }) }),
  },
  { resolve: (_root, { input }, { actor, services }) => services.invitations.resend(actor, input.id) },
  { outputFields: (t) => ({ invitedUser: t.field({ type: InvitedUser, resolve: (row) => row }) }) },
);

builder.relayMutationField(
  'revokeInvitation',
  { inputFields: (t) => ({ id: t.id({ required: true }) }) },
  {
    resolve: async (_root, { input }, { actor, services }) => ({
      pk: await services.invitations.revoke(actor, input.id),
    }),
  },
  { outputFields: (t) => ({ revokedId: t.id({ resolve: ({ pk }) => toGlobalId('InvitedUser', pk) }) }) },
);
