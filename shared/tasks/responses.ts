/** REST responses about lists and tasks, in zod/mini because every page loads them. */
import * as z from 'zod/mini';
import { knownList } from '../kernel/known-list.ts';
import { LIST_COLORS } from './constants.ts';
import { LIST_PERMISSIONS } from './policy.ts';

/** A list in REST responses (LIST-013, LIST-014). */
export const listResponse = z.object({
  id: z.string(),
  pk: z.number(),
  name: z.string(),
  slug: z.string(),
  color: z.enum(LIST_COLORS),
  private: z.boolean(),
  user_id: z.number(),
  user_full_name: z.string(),
  /** The pks of the open tasks, in the list's order. */
  tasks: z.array(z.number()),
  /** The list's pk if it is one of the reader's favorites, else empty. */
  favorites: z.array(z.number()),
  permissions: knownList(LIST_PERMISSIONS),
});
export type ListResponse = z.infer<typeof listResponse>;
export const listsResponse = z.array(listResponse);

/** A templated list (LIST-015). */
export const templatedList = z.object({
  id: z.string(),
  pk: z.number(),
  title: z.string(),
  description: z.string(),
  task_count: z.number(),
  /** Whether GoPath provides it; the reader saved the others. */
  shipped: z.boolean(),
});
export type TemplatedList = z.infer<typeof templatedList>;
export const templatedLists = z.array(templatedList);

/** The response to deleting a task: until when it can be restored. */
export const deletedTask = z.object({ pk: z.number(), restorable_until: z.string() });

export const restoredTask = z.object({ pk: z.number() });
/** A deleted list, with the pks of its tasks and steps. */
export const deletedList = z.object({ slug: z.string(), tasks: z.array(z.number()) });
export const removedFavorite = z.object({ id: z.number() });
