import type { FeatureNames } from './names.ts';

/** Returns the lines that register the feature, each below its file. */
export function registrations({ folder, Many, many, One, table, thing, title }: FeatureNames): string {
  return [
    'server/db/tables.ts',
    `  import type { ${One}Tables } from './tables/${folder}.ts';   and   ${One}Tables &   in Tables`,
    'server/features/privacy/personal-data.ts, in PERSONAL_DATA',
    `  ${many}: rows('${title}', 'owner_pk = $1'),`,
    'server/services.ts',
    `  import { create${Many}Service } from './features/${folder}/${folder}.service.ts';`,
    `  ${many}: create${Many}Service(dependencies),`,
    'server/schema.ts',
    `  import './features/${folder}/${folder}.graphql.ts';`,
    'src/app/router.tsx, in PAGES',
    `  { path: '${table}', lazy: page(() => import('./routes/${folder}/${folder}-list.tsx')) },`,
    'tests/authorization/surface.ts, in Query, in Mutation and as a type of FIELDS',
    `  all${Many}: '${thing}',`,
    `  create${One}: '${thing}',`,
    `  ${One}: every('${thing}', 'id name createdAt'),`,
    'tests/authorization/matrix.ts, in TESTED_IN',
    `  '${thing}': 'server/features/${folder}/${folder}.test.ts',`,
  ].join('\n');
}
