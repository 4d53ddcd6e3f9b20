import type { GraphQLSchema } from 'graphql';
import { requireWriteAccess } from '../http/write-guard.ts';
import type { GraphQLContext } from './builder.ts';

/** Makes every mutation of the schema check write access before it runs. */
export function guardMutations(schema: GraphQLSchema): GraphQLSchema {
  for (const [name, field] of Object.entries(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve } = field;
    if (resolve === undefined) throw new Error(`Mutation ${name} has no resolver.`);
    field.resolve = (root, args, context: GraphQLContext, info) => {
      requireWriteAccess(context.actor, `mutation ${name}`, args['input']);
      return resolve(root, args, context, info);
    };
  }
  return schema;
}
