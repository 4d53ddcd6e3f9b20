import {
  type DocumentNode,
  type ExecutionArgs,
  type GraphQLError,
  type GraphQLSchema,
  parse,
  specifiedRules,
  validate,
  visit,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { costLimit, QUERY_LIMITS } from './limits.ts';

/** A parsed document, with what is known about it after its first use. */
interface Prepared {
  document: DocumentNode;
  introspects: boolean;
  problems?: readonly GraphQLError[];
  compiled: Map<string, ReturnType<typeof compile>>;
}

const MAX_PREPARED = 1_000;

/** Resolvers are typed, so their numbers, strings and enums need no second check. */
function compile(schema: GraphQLSchema, document: DocumentNode, name: string | undefined) {
  return compileQuery(schema, document, name, { disableLeafSerialization: true });
}

function asksForSchema(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field(node) {
      if (node.name.value === '__schema' || node.name.value === '__type') found = true;
    },
  });
  return found;
}

/** Parses, validates and compiles each document once, at its first use. */
export class DocumentCache {
  readonly schema: GraphQLSchema;
  readonly #byText = new Map<string, Prepared>();
  readonly #byDocument = new WeakMap<DocumentNode, Prepared>();

  constructor(schema: GraphQLSchema) {
    this.schema = schema;
  }

  #prepare(text: string): Prepared {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const document = parse(text, { maxTokens: QUERY_LIMITS.tokens, noLocation: true });
    const entry: Prepared = { document, introspects: asksForSchema(document), compiled: new Map() };
    if (this.#byText.size >= MAX_PREPARED) {
      const [oldest] = this.#byText.keys();
      this.#byText.delete(oldest as string);
    }
    this.#byText.set(text, entry);
    this.#byDocument.set(document, entry);
    return entry;
  }

  /** @throws GraphQLError for a syntax error */
  parse(text: string): DocumentNode {
    return this.#prepare(text).document;
  }

  /** Returns whether a query reads the schema; false for one that cannot be parsed. */
  introspects(text: string): boolean {
    try {
      return this.#prepare(text).introspects;
    } catch {
      return false;
    }
  }

  /** Returns the errors of a document. */
  validate(document: DocumentNode): readonly GraphQLError[] {
    const entry = this.#byDocument.get(document);
    if (entry === undefined) return validate(this.schema, document, [costLimit, ...specifiedRules]);
    entry.problems ??= this.#problemsOf(document);
    return entry.problems;
  }

  #problemsOf(document: DocumentNode): readonly GraphQLError[] {
    // Check the cost first: the standard rules do not run on a document that is too large.
    const costly = validate(this.schema, document, [costLimit]);
    if (costly.length > 0) return costly;
    return validate(this.schema, document, undefined, { maxErrors: 5 });
  }

  /** Executes an operation of a valid document. */
  execute(args: ExecutionArgs) {
    const entry = this.#byDocument.get(args.document);
    const name = args.operationName ?? '';
    let query = entry?.compiled.get(name);
    if (query === undefined) {
      query = compile(this.schema, args.document, args.operationName ?? undefined);
      entry?.compiled.set(name, query);
    }
    if (!isCompiledQuery(query)) return query as never;
    return query.query(args.rootValue, args.contextValue, args.variableValues ?? {}) as never;
  }
}
