import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** Cached results: documents are cached, so the same selections repeat. */
const known = new WeakMap<GraphQLResolveInfo['fieldNodes'][number], ReadonlySet<string>>();

function namesBelow(info: GraphQLResolveInfo): ReadonlySet<string> {
  const [node] = info.fieldNodes;
  const found = node && info.fieldNodes.length === 1 ? known.get(node) : undefined;
  if (found !== undefined) return found;
  const names = new Set<string>();
  function collect(set: SelectionSetNode | undefined) {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        collect(info.fragments[selection.name.value]?.selectionSet);
      } else {
        if (selection.kind === Kind.FIELD) names.add(selection.name.value);
        collect(selection.selectionSet);
      }
    }
  }
  for (const { selectionSet } of info.fieldNodes) collect(selectionSet);
  if (node && info.fieldNodes.length === 1) known.set(node, names);
  return names;
}

/**
 * Returns whether a query selects a field of this name anywhere below the resolved one, so that SQL reads only selected
 * data.
 */
export function selects(info: GraphQLResolveInfo, name: string): boolean {
  return namesBelow(info).has(name);
}
