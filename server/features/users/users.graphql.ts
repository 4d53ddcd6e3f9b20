import { toGlobalId } from '#shared/kernel/ids.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { builder, type GraphQLContext } from '../../graphql/builder.ts';

/** What any screen can show of a person: name and role, nothing private. */
export interface PersonSummary {
  pk: number;
  fullName: string;
  role?: Role;
}

/** Returns the options of a field with the address of a person's picture. */
export function pictureField<Parent>(pkOf: (parent: Parent) => number) {
  return {
    nullable: true,
    description: 'The address of the picture; null without one.',
    resolve: (parent: Parent, _args: object, { actor, services }: GraphQLContext) =>
      services.pictures.pathOf(actor, pkOf(parent)),
  } as const;
}

export const User = builder.objectRef<PersonSummary>('User').implement({
  fields: (t) => ({
    id: t.id({ resolve: (user) => toGlobalId('User', user.pk) }),
    pk: t.exposeInt('pk'),
    fullName: t.exposeString('fullName'),
    picture: t.string(pictureField(({ pk }: PersonSummary) => pk)),
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
