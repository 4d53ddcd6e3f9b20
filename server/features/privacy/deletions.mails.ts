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

/** Builds the email about a requested deletion, to the person or a parent. */
export function deletionMail(
  publicUrl: string,
  request: {
    to: { pk: number; email: string; timeZone: string };
    person: { pk: number; name: string };
    requestedAt: Date;
    dueAt: Date;
  },
): OutgoingMail {
  const { to, person, requestedAt, dueAt } = request;
  const date = dueAtFormat(to.timeZone).format(dueAt);
  const isOwn = to.pk === person.pk;
  return {
    key: `deletion:${person.pk}:${requestedAt.getTime()}:${to.pk}`,
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
      reason: 'You get this email because it affects your account or that of your child.',
    }),
  };
}
