/** Disabling and enabling people: the request, its limits and its messages. */
import { z } from 'zod';
import { type Actor, hasPermission } from '../kernel/actor.ts';
import { plainText } from '../kernel/text.ts';

/** The actions that change the state of an account (USER-027). */
export const STATE_ACTIONS = ['disable', 'enable'] as const;
export type StateAction = (typeof STATE_ACTIONS)[number];

/** The longest reason. */
export const MAX_REASON = 500;

/** Seconds until the page reloads after a change (USER-028). */
export const RELOAD_SECONDS = 10;

export const DISABLE_SELF = 'You cannot disable your own account.';
export const LAST_HOLDER =
  'This is the last person who can disable accounts. Give someone else the permission first.';

/** `POST /api/users/change_state/{id}/`. */
export const changeStateInput = z.strictObject({
  action: z.enum(STATE_ACTIONS, 'The action is disable or enable.'),
  reason: plainText({ name: 'The reason', max: MAX_REASON }).default(''),
});

/** Returns whether the actor can disable and enable the person: holders of the permission, never themselves. */
export function canChangeState(actor: Actor, { pk }: { pk: number }): boolean {
  return actor.pk !== pk && hasPermission(actor, 'users.disable_user');
}

/** Returns whether the actor can email the person a link to choose a new password. */
export function canSendPasswordReset(actor: Actor, { pk }: { pk: number }): boolean {
  return actor.pk !== pk && hasPermission(actor, 'users.reset_password');
}
