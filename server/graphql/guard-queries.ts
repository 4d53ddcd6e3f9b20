import type { GraphQLSchema } from 'graphql';
import { notViewable, VIEWABLE_QUERIES } from '../http/view-as.ts';
import type { GraphQLContext } from './builder.ts';

/** Makes every query reject the virtual parent of 'view as parent', except {@link VIEWABLE_QUERIES}. */
export function guardQueries(schema: GraphQLSchema): GraphQLSchema {
  for (const [name, field] of Object.entries(schema.getQueryType()?.getFields() ?? {})) {
    const { resolve } = field;
    if (resolve === undefined) throw new Error(`Query ${name} has no resolver.`);
    if (VIEWABLE_QUERIES.has(name)) continue;
    field.resolve = (root, args, context: GraphQLContext, info) => {
      if (context.actor.viewer !== undefined) throw notViewable();
      return resolve(root, args, context, info);
    };
  }
  return schema;
}
