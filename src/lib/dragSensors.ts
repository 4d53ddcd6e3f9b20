import { KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable';

// The same objects at all times: with others, everything that can be dragged is rendered with every change around it.
const POINTER = { activationConstraint: { distance: 4 } };
const SORTING = { coordinateGetter: sortableKeyboardCoordinates };

/** Rows are sorted by the pointer after a few pixels, so that a click stays a click, and with the keyboard. */
export function useSortingSensors() {
  return useSensors(useSensor(PointerSensor, POINTER), useSensor(KeyboardSensor, SORTING));
}

/** The same for what is dragged from one place to another. */
export function useMovingSensors() {
  return useSensors(useSensor(PointerSensor, POINTER), useSensor(KeyboardSensor));
}
