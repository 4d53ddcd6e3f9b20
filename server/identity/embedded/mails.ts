import { randomUUID } from 'node:crypto';
import { renderMail } from '../../mail/layout.ts';
import type { OutgoingMail } from '../../mail/outgoing-mail.ts';

const hoursText = (hours: number) => (hours === 1 ? 'one hour' : `${hours} hours`);

/** Builds the email to a new address. Its link verifies the address and opens the choice of a password. */
export function verificationMail(to: string, url: string, hours: number): OutgoingMail {
  return {
    key: `verify-email:${randomUUID()}`,
    to,
    subject: 'Finish signing up for GoPath',
    ...renderMail({
      title: 'Finish signing up',
      paragraphs: [
        'You signed up for GoPath with this address. Open the link to choose a password.',
        `The link expires in ${hoursText(hours)}.`,
      ],
      action: { label: 'Finish signing up', url },
      reason: 'If you did not sign up for GoPath, ignore this email. Nothing happens without the link.',
    }),
  };
}

/** Builds the email to an address that already has an account. */
export function alreadySignedUpMail(to: string, publicUrl: string): OutgoingMail {
  return {
    key: `already-signed-up:${randomUUID()}`,
    to,
    subject: 'You already have a GoPath account',
    ...renderMail({
      title: 'You already have an account',
      paragraphs: [
        'Someone signed up for GoPath with this address. It already has an account, so nothing changed.',
        'If it was you, sign in instead. If you forgot your password, you can choose a new one there.',
      ],
      action: { label: 'Sign in', url: `${publicUrl}/sign_in/` },
      reason: 'You get this email because your address was entered in the sign-up form.',
    }),
  };
}

/** Builds the email to a person in GoPath who cannot sign in without an invitation. */
export function askForInvitationMail(to: string): OutgoingMail {
  return {
    key: `ask-for-invitation:${randomUUID()}`,
    to,
    subject: 'You need an invitation to GoPath',
    ...renderMail({
      title: 'You need an invitation',
      paragraphs: [
        'Someone signed up for GoPath with this address. GoPath already knows you, so you join with an invitation.',
        'Open the invitation in your inbox, or ask your mentor to send you one.',
      ],
      reason: 'You get this email because your address was entered in the sign-up form.',
    }),
  };
}

/** Builds the email with the password reset link. */
export function resetMail(to: string, url: string, hours: number): OutgoingMail {
  return {
    key: `reset-password:${randomUUID()}`,
    to,
    subject: 'Choose a new GoPath password',
    ...renderMail({
      title: 'Choose a new password',
      paragraphs: [
        'Someone, hopefully you, asked for a new password for your account. ' +
          `The single-use link expires in ${hoursText(hours)}.`,
      ],
      action: { label: 'Choose a new password', url },
      reason: 'If it was not you, ignore this email. Your password does not change.',
    }),
  };
}

/** Notifies the owner of a password change. */
export function passwordChangedMail(to: string, publicUrl: string): OutgoingMail {
  return {
    key: `password-changed:${randomUUID()}`,
    to,
    subject: 'Your GoPath password was changed',
    ...renderMail({
      title: 'Your password was changed',
      paragraphs: [
        'Your password was just changed. You were signed out on every device, and your calendar link no longer works.',
        'If you have passkeys, they still work. Remove the ones you do not know in your settings.',
        'If it was not you, choose a new password now and let your mentor know.',
      ],
      action: { label: 'Choose a new password', url: `${publicUrl}/forgot_password/` },
      reason: 'You get this email because it concerns the security of your account.',
    }),
  };
}

/** Builds the email to a new address. Its link changes the address of the account. */
export function confirmEmailMail(to: string, url: string, hours: number): OutgoingMail {
  return {
    key: `confirm-email:${randomUUID()}`,
    to,
    subject: 'Confirm your new GoPath address',
    ...renderMail({
      title: 'Confirm your new address',
      paragraphs: [
        'You asked to sign in to GoPath with this address. Open the link to confirm it.',
        `The single-use link expires in ${hoursText(hours)}. Until then your old address stays.`,
      ],
      action: { label: 'Confirm address', url },
      reason: 'If it was not you, ignore this email. Nothing changes without the link.',
    }),
  };
}

/** Notifies the owner that someone wants to use another address for the account. */
export function emailChangeRequestedMail(to: string, publicUrl: string): OutgoingMail {
  return {
    key: `email-change-requested:${randomUUID()}`,
    to,
    subject: 'Someone asked to change your GoPath address',
    ...renderMail({
      title: 'A new address was requested',
      paragraphs: [
        'Someone, hopefully you, asked to use another email address for your GoPath account. ' +
          'Your address changes when the link in the email to the new one is opened.',
        'If it was not you, choose a new password now. Then that link no longer works.',
      ],
      action: { label: 'Choose a new password', url: `${publicUrl}/forgot_password/` },
      reason: 'You get this email because it concerns the security of your account.',
    }),
  };
}

/** Builds the email to an address in use that someone wanted to change to. */
export function addressInUseMail(to: string, publicUrl: string): OutgoingMail {
  return {
    key: `address-in-use:${randomUUID()}`,
    to,
    subject: 'This address is already on GoPath',
    ...renderMail({
      title: 'This address is already in use',
      paragraphs: ['Someone wanted to use this address for another GoPath account. Nothing changed.'],
      action: { label: 'Sign in', url: `${publicUrl}/sign_in/` },
      reason: 'You get this email because your address was entered in the settings of a GoPath account.',
    }),
  };
}

/** Builds the email to the old address after another one replaced it. */
export function emailChangedMail(to: string, publicUrl: string): OutgoingMail {
  return {
    key: `email-changed:${randomUUID()}`,
    to,
    subject: 'Your GoPath address was changed',
    ...renderMail({
      title: 'Your address was changed',
      paragraphs: [
        'Your GoPath account now has another email address. You no longer sign in with this one.',
        'If it was not you, let your mentor know now.',
      ],
      action: { label: 'Open GoPath', url: `${publicUrl}/` },
      reason: 'You get this email because it concerns the security of your account.',
    }),
  };
}

/** Notifies the owner that one-time codes were turned on or off. */
export function secondFactorMail(to: string, state: 'on' | 'off', publicUrl: string): OutgoingMail {
  return {
    key: `second-factor:${randomUUID()}`,
    to,
    subject: `One-time codes were turned ${state}`,
    ...renderMail({
      title: `One-time codes were turned ${state}`,
      paragraphs: [
        state === 'on'
          ? 'From now on GoPath asks for a code from your authenticator app after your password.'
          : 'GoPath no longer asks for a code from your authenticator app when you sign in.',
        'If it was not you, choose a new password now and let your mentor know.',
      ],
      action: { label: 'Open settings', url: `${publicUrl}/me/settings/` },
      reason: 'You get this email because it concerns the security of your account.',
    }),
  };
}

/** Notifies the owner that new recovery codes replaced the old ones. */
export function recoveryCodesMail(to: string, publicUrl: string): OutgoingMail {
  return {
    key: `recovery-codes:${randomUUID()}`,
    to,
    subject: 'Your recovery codes were replaced',
    ...renderMail({
      title: 'Your recovery codes were replaced',
      paragraphs: [
        'You have new recovery codes for your GoPath account. The old ones no longer work.',
        'If it was not you, choose a new password, replace the codes, and let your mentor know.',
      ],
      action: { label: 'Open settings', url: `${publicUrl}/me/settings/` },
      reason: 'You get this email because it concerns the security of your account.',
    }),
  };
}

/** Notifies the owner of an added or removed passkey. */
export function passkeyMail(to: string, change: 'added' | 'removed', publicUrl: string): OutgoingMail {
  return {
    key: `passkey:${randomUUID()}`,
    to,
    subject: `A passkey was ${change}`,
    ...renderMail({
      title: `A passkey was ${change}`,
      paragraphs: [
        change === 'added'
          ? 'The new passkey signs in to your GoPath account, also without your password.'
          : 'The removed passkey no longer signs in to your GoPath account.',
        'If it was not you, choose a new password, remove passkeys you do not know, and let your mentor know.',
      ],
      action: { label: 'Open settings', url: `${publicUrl}/me/settings/` },
      reason: 'You get this email because it concerns the security of your account.',
    }),
  };
}
