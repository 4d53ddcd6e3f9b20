import {
  type ASTVisitor,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** Calibrated on our own operations, whose largest use less than half of these. */
export const QUERY_LIMITS = {
  /** Characters of a document. */
  length: 8_000,
  tokens: 1_500,
  depth: 14,
  /** Root fields after expanding fragments. */
  rootFields: 20,
  /** Fields after expanding fragments. */
  fields: 400,
} as const;

interface Size {
  depth: number;
  /** Fields of the outermost level, after expanding fragments. */
  outerFields: number;
  fields: number;
}

const EMPTY: Size = { depth: 0, outerFields: 0, fields: 0 };

/** Measures selections. Each fragment is measured once, so that nested fragments cannot multiply the work. */
function measurer(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
  const known = new Map<string, Size>();

  function ofFragment(name: string): Size {
    const measured = known.get(name);
    if (measured !== undefined) return measured;
    // Set first, so that recursion ends for a fragment that spreads itself (rejected by another rule).
    known.set(name, EMPTY);
    const fragment = fragments.get(name);
    const size = fragment === undefined ? EMPTY : of(fragment.selectionSet);
    known.set(name, size);
    return size;
  }

  function of(set: SelectionSetNode | undefined): Size {
    const total: Size = { ...EMPTY };
    for (const selection of set?.selections ?? []) {
      const isField = selection.kind === Kind.FIELD;
      const inner =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? ofFragment(selection.name.value)
          : of(selection.selectionSet);
      total.depth = Math.max(total.depth, inner.depth + (isField ? 1 : 0));
      total.fields += inner.fields + (isField ? 1 : 0);
      total.outerFields += isField ? 1 : inner.outerFields;
    }
    return total;
  }

  return of;
}

/** Returns a validation rule that rejects documents above the limits. */
export function costLimit(context: ValidationContext): ASTVisitor {
  return {
    Document(document) {
      const fragments = new Map<string, FragmentDefinitionNode>();
      for (const definition of document.definitions) {
        if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
      }
      const measure = measurer(fragments);
      for (const definition of document.definitions) {
        if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
        const size = measure(definition.selectionSet);
        if (size.outerFields > QUERY_LIMITS.rootFields) {
          context.reportError(new GraphQLError(`At most ${QUERY_LIMITS.rootFields} fields at the root.`));
        }
        if (size.depth > QUERY_LIMITS.depth) {
          context.reportError(
            new GraphQLError(`The query is nested deeper than ${QUERY_LIMITS.depth} levels.`),
          );
        }
        if (size.fields > QUERY_LIMITS.fields) {
          context.reportError(new GraphQLError(`At most ${QUERY_LIMITS.fields} fields in one query.`));
        }
      }
    },
  };
}
