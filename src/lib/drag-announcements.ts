import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';

/**
 * Returns what a screen reader says while a row is sorted.
 * @param order the ids of the rows
 */
export function sortingAnnouncements(
  order: readonly UniqueIdentifier[],
  nameOf: (id: UniqueIdentifier) => string,
): Announcements {
  const placeOf = (id: UniqueIdentifier) => `place ${order.indexOf(id) + 1} of ${order.length}`;
  return {
    onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}, ${placeOf(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${nameOf(active.id)} is over ${placeOf(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} was dropped at ${placeOf(over.id)}.` : undefined,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back in its place.`,
  };
}
