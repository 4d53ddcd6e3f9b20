import { paths } from '#shared/kernel/paths.ts';
import { zonedFormatter } from '#shared/kernel/time-zone.ts';
import { renderMail } from '../../mail/layout.ts';
import { FULL_MOMENT } from '../../mail/moment.ts';
import type { OutgoingMail } from '../../mail/outgoing-mail.ts';

/** Formats when an account is deleted, in the reader's time zone: it can be kept until that minute. */
export const dueAtFormat = zonedFormatter('en-US', FULL_MOMENT);

/** Returns the name of a person to their family, which does not contain a disabled person. */
export function nameInFamily(family: readonly { pk: number; fullName: string }[], personPk: number): string {
  return family.find(({ pk }) => pk === personPk)?.fullName ?? 'your child';
}

/** The requested deletion of a person's account. */
interface Request {
  person: { pk: number; name: string };
  requestedAt: Date;
}

/** A withdrawn request. */
export interface Withdrawal extends Request {
  actorName: string;
  /** Whether it was withdrawn because the actor removed the parent who requested it. */
  isByRemoval: boolean;
}

/** Returns the key of the email about a requested deletion. */
export function deletionMailKey({ person, requestedAt }: Request, toPk: number): string {
  return `deletion:${person.pk}:${requestedAt.getTime()}:${toPk}`;
}

/** Returns the title of the alert and the email about a withdrawn deletion. */
export function withdrawalTitle({ person }: Request, toPk: number): string {
  return toPk === person.pk
    ? 'The deletion of your account was canceled'
    : `The deletion of the account of ${person.name} was canceled`;
}

/** Returns who withdrew a deletion, as a sentence. */
export function withdrawalCause({ actorName, isByRemoval }: Withdrawal): string {
  return isByRemoval
    ? `${actorName} removed the parent who requested the deletion.`
    : `${actorName} canceled the deletion.`;
}

const REASON = 'You get this email because it affects your account or that of your child.';

/** Builds the email about a requested deletion, to the person or a parent. */
export function deletionMail(
  publicUrl: string,
  request: Request & { to: { pk: number; email: string; timeZone: string }; dueAt: Date },
): OutgoingMail {
  const { to, person, dueAt } = request;
  const date = dueAtFormat(to.timeZone).format(dueAt);
  const isOwn = to.pk === person.pk;
  return {
    key: deletionMailKey(request, to.pk),
    to: to.email,
    subject: isOwn
      ? 'Your GoPath account will be deleted'
      : `The GoPath account of ${person.name} will be deleted`,
    ...renderMail({
      title: isOwn ? 'Your account will be deleted' : `The account of ${person.name} will be deleted`,
      paragraphs: [
        `Someone requested this deletion. On ${date} the account and its data are deleted, and cannot be restored.`,
        'Then future meetings are canceled, and a paid membership of the account ends.',
        'Until then, nothing changes, and you can keep the account.',
      ],
      action: { label: 'Keep the account', url: publicUrl + paths.personalData(person.pk) },
      reason: REASON,
    }),
  };
}

/** Builds the email about a withdrawn deletion, to the person or a parent. */
export function withdrawalMail(
  publicUrl: string,
  withdrawal: Withdrawal,
  to: { pk: number; email: string },
): OutgoingMail {
  const { person, requestedAt } = withdrawal;
  const title = withdrawalTitle(withdrawal, to.pk);
  return {
    key: `deletion-withdrawn:${person.pk}:${requestedAt.getTime()}:${to.pk}`,
    to: to.email,
    subject: title.replace('account', 'GoPath account'),
    ...renderMail({
      title,
      paragraphs: [`${withdrawalCause(withdrawal)} The account and its data stay.`],
      action: { label: 'See personal data', url: publicUrl + paths.personalData(person.pk) },
      reason: REASON,
    }),
  };
}
