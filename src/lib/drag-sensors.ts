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

/** The target of an arrow key. Items are in a row, or in a column where there is no room. */
const STEPS: Readonly<Record<string, number>> = {
  [KeyboardCode.Left]: -1,
  [KeyboardCode.Up]: -1,
  [KeyboardCode.Right]: 1,
  [KeyboardCode.Down]: 1,
};

/** From one place to the one before or after it, staying at the same height where that has it. */
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

/** Over the place that is under the pointer; moved with the keyboard, under the upper left corner of what moves. */
export const overPlace: CollisionDetection = (args) => {
  const { left, top } = args.collisionRect;
  return pointerWithin({
    ...args,
    pointerCoordinates: args.pointerCoordinates ?? { x: left + 1, y: top + 1 },
  });
};

// The same objects at all times: with others, everything that can be dragged is rendered with every change around it.
const POINTER = { activationConstraint: { distance: 4 } };
const SORTING = { coordinateGetter: sortableKeyboardCoordinates };
const MOVING = { coordinateGetter: toNextPlace };

/** Rows are sorted by the pointer after a few pixels, so that a click stays a click, and with the keyboard. */
export function useSortingSensors() {
  return useSensors(useSensor(PointerSensor, POINTER), useSensor(KeyboardSensor, SORTING));
}

/** The same for what is dragged from one place to another: a key goes to the next place. */
export function useMovingSensors() {
  return useSensors(useSensor(PointerSensor, POINTER), useSensor(KeyboardSensor, MOVING));
}
