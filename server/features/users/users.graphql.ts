import { toGlobalId } from '#shared/kernel/ids.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { builder } from '../../graphql/builder.ts';

/** What any screen can show of a person: name and role, nothing private. */
export interface PersonSummary {
  pk: number;
  fullName: string;
  role?: Role;
}

export const User = builder.objectRef<PersonSummary>('User').implement({
  fields: (t) => ({
    id: t.id({ resolve: (user) => toGlobalId('User', user.pk) }),
    pk: t.exposeInt('pk'),
    fullName: t.exposeString('fullName'),
  }),
});

builder.queryField('myStudents', (t) =>
  t.field({
    type: [User],
    description: "The viewer's own children or students, by name.",
    resolve: (_root, _args, { actor, services }) => services.users.myStudents(actor),
  }),
);

builder.queryField('me', (t) =>
  t.field({
    type: User,
    description: 'The signed-in person.',
    resolve: (_root, _args, { actor }) => actor,
  }),
);
