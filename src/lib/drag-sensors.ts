import {
  type CollisionDetection,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable';

/** The direction of each arrow key. Items are in a row, or in a column on narrow screens. */
const STEPS: Readonly<Record<string, number>> = {
  [KeyboardCode.Left]: -1,
  [KeyboardCode.Up]: -1,
  [KeyboardCode.Right]: 1,
  [KeyboardCode.Down]: 1,
};

/** Moves from one drop area to the previous or next, at the same height if possible. */
const toNextPlace: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  const step = STEPS[event.code];
  if (step === undefined) return undefined;
  event.preventDefault();
  const places = context.droppableContainers.getEnabled().map(({ id }) => id);
  const rect = context.droppableRects.get(places[places.indexOf(context.over?.id ?? '') + step] ?? '');
  if (rect === undefined) return undefined;
  const { x, y } = currentCoordinates;
  return {
    x: x >= rect.left && x < rect.right ? x : rect.left,
    y: y >= rect.top && y < rect.bottom ? y : rect.top,
  };
};

/** Returns the drop area under the pointer, or, with the keyboard, under the top left corner of the dragged item. */
export const overPlace: CollisionDetection = (args) => {
  const { left, top } = args.collisionRect;
  return pointerWithin({
    ...args,
    pointerCoordinates: args.pointerCoordinates ?? { x: left + 1, y: top + 1 },
  });
};

// Constant objects, because new ones would render every draggable item again on each change.
const POINTER = { activationConstraint: { distance: 4 } };
const SORTING = { coordinateGetter: sortableKeyboardCoordinates };
const MOVING = { coordinateGetter: toNextPlace };

/** Sensors for sorting rows: the pointer after a few pixels, so that a click stays a click, and the keyboard. */
export function useSortingSensors() {
  return useSensors(useSensor(PointerSensor, POINTER), useSensor(KeyboardSensor, SORTING));
}

/** Sensors for moving items between drop areas: a key moves to the next area. */
export function useMovingSensors() {
  return useSensors(useSensor(PointerSensor, POINTER), useSensor(KeyboardSensor, MOVING));
}
