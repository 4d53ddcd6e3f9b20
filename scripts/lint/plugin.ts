/** The linter's rules of this project, which .oxlintrc.json applies to folders. */
import path from 'node:path';
import type { RuleTester } from 'oxlint/plugins-dev';
import { adviceAgainst } from './import-rules.ts';

type Rule = Parameters<RuleTester['run']>[1];
type Diagnostic = Parameters<Parameters<NonNullable<Rule['create']>>[0]['report']>[0];
type Node = NonNullable<Diagnostic['node']> & { value?: unknown };

const ROOT = path.resolve(import.meta.dirname, '../..');
const SQL = /^\s*(?:SELECT\s|INSERT INTO\s|UPDATE \w+ SET|DELETE FROM\s|WITH \w+ AS \()/;

/** Returns the path of a file from the project's folder, with slashes. */
const fromRoot = (file: string) => path.relative(ROOT, file).replaceAll('\\', '/');

/** Rejects imports that docs/architecture.md does not allow: types, exports and lazy imports included. */
export const imports = {
  create(context) {
    const file = fromRoot(context.filename);
    const check = (source: Node | null) => {
      const specifier = typeof source?.value === 'string' ? (source.value.split('?')[0] as string) : '';
      if (source === null || !/^[#.]/.test(specifier)) return;
      const target = specifier.startsWith('#')
        ? specifier.slice(1)
        : path.posix.join(path.posix.dirname(file), specifier);
      const advice = adviceAgainst(file, target);
      if (advice !== null) {
        context.report({ node: source, message: `Do not import ${target}: ${advice}.` });
      }
    };
    return {
      ImportDeclaration: ({ source }) => check(source),
      ExportNamedDeclaration: ({ source }) => check(source),
      ExportAllDeclaration: ({ source }) => check(source),
      ImportExpression: ({ source }) => check(source),
      TSImportType: ({ source }) => check(source),
    };
  },
} satisfies Rule;

/** Rejects SQL. .oxlintrc.json turns it off for the files that can contain it. */
export const noSql = {
  create(context) {
    const check = (node: Node, text: unknown) => {
      if (typeof text !== 'string' || !SQL.test(text)) return;
      context.report({ node, message: 'Move SQL to a *.repository.ts or *.sql.ts.' });
    };
    return {
      Literal: (node) => check(node, node.value),
      TemplateLiteral: (node) => check(node, node.quasis[0]?.value.cooked),
    };
  },
} satisfies Rule;

export default { meta: { name: 'gopath' }, rules: { imports, 'no-sql': noSql } };
