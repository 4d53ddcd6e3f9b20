import { type GraphQLSchema, isObjectType } from 'graphql';
import { permittedBy } from '#shared/kernel/access.ts';
import type { GraphQLContext } from './builder.ts';

/** Makes every `permissions` field of the schema list only what the actor's access permits. */
export function limitPermissions(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    const field = isObjectType(type) ? type.getFields()['permissions'] : undefined;
    if (field === undefined) continue;
    const { resolve = (object: { permissions: unknown }) => object.permissions } = field;
    field.resolve = (object, args, context: GraphQLContext, info) => {
      const limit = (permissions: string[]) => permittedBy(context.actor.access, permissions);
      const permissions = resolve(object, args, context, info) as string[] | Promise<string[]>;
      // A promise for each row of a list would cost more than its other fields.
      return permissions instanceof Promise ? permissions.then(limit) : limit(permissions);
    };
  }
  return schema;
}
