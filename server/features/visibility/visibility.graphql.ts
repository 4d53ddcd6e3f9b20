import { VISIBLE_KINDS } from '#shared/visibility/kinds.ts';
import { builder } from '../../graphql/builder.ts';
import { User } from '../users/users.graphql.ts';
import type { Reader as ReaderShape } from './visibility.service.ts';

const Reader = builder.objectRef<ReaderShape>('Reader').implement({
  description: 'A person who can see something now.',
  fields: (t) => ({
    user: t.field({ type: User, resolve: ({ pk, fullName }) => ({ pk, fullName }) }),
    kind: t.exposeString('kind', { description: 'student, parent, mentor, or staff with a permission.' }),
  }),
});

const VisibleKind = builder.enumType('VisibleKind', {
  description:
    'A note, essay or list by its pk; a roadmap, profile rating or interactions by the pk of the student.',
  values: VISIBLE_KINDS,
});

builder.queryField('whoCanSee', (t) =>
  t.field({
    type: [Reader],
    description: 'The people who can see something that the viewer can see.',
    args: { kind: t.arg({ type: VisibleKind, required: true }), pk: t.arg.int({ required: true }) },
    resolve: (_root, { kind, pk }, { actor, services }) => services.visibility.readers(actor, kind, pk),
  }),
);
