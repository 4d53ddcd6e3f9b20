import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/**
 * Whether a query asks for a field of this name anywhere below the one that is being resolved, so that SQL reads
 * only what is wanted.
 */
export function selects(info: GraphQLResolveInfo, name: string): boolean {
  function within(set: SelectionSetNode | undefined): boolean {
    return (set?.selections ?? []).some((selection) =>
      selection.kind === Kind.FRAGMENT_SPREAD
        ? within(info.fragments[selection.name.value]?.selectionSet)
        : (selection.kind === Kind.FIELD && selection.name.value === name) || within(selection.selectionSet),
    );
  }

  return info.fieldNodes.some((node) => within(node.selectionSet));
}
