import { type Actor, hasPermission } from '../kernel/actor.ts';

/** Returns whether the actor adds and edits articles, and sees hidden ones and older versions. */
export function canChangeArticles(actor: Actor): boolean {
  return hasPermission(actor, 'learning_center.change_article');
}
