import { randomUUID } from 'node:crypto';
import { renderMail } from '../../mail/layout.ts';
import type { OutgoingMail } from '../../mail/mail.ts';

/** To a new account: proves the address. */
export function verificationMail(to: string, url: string): OutgoingMail {
  return {
    key: `verify-email:${randomUUID()}`,
    to,
    subject: 'Verify your email for GoPath',
    ...renderMail({
      title: 'Verify your email',
      paragraphs: [
        'You signed up for GoPath with this address. Verify it to sign in.',
        'The link works for 48 hours.',
      ],
      action: { label: 'Verify email', url },
      reason: 'If you did not sign up for GoPath, ignore this mail: without the link nothing happens.',
    }),
  };
}

/** To an address that has an account already. */
export function alreadySignedUpMail(to: string, publicUrl: string): OutgoingMail {
  return {
    key: `already-signed-up:${randomUUID()}`,
    to,
    subject: 'You already have a GoPath account',
    ...renderMail({
      title: 'You already have an account',
      paragraphs: [
        'Somebody signed up for GoPath with this address, which has an account already. Nothing was changed.',
        'If that was you, sign in instead. If you forgot your password, choose a new one there.',
      ],
      action: { label: 'Sign in', url: `${publicUrl}/sign_in/` },
      reason: 'You get this mail because your address was entered in the sign-up form.',
    }),
  };
}

/** The way to a new password. */
export function resetMail(to: string, url: string): OutgoingMail {
  return {
    key: `reset-password:${randomUUID()}`,
    to,
    subject: 'Choose a new GoPath password',
    ...renderMail({
      title: 'Choose a new password',
      paragraphs: [
        'Somebody, hopefully you, asked for a new password for your account. The link works once and for one hour.',
      ],
      action: { label: 'Choose a new password', url },
      reason: 'If it was not you, ignore this mail: your password stays as it is.',
    }),
  };
}

/** Tells the owner that the password is another one now. */
export function passwordChangedMail(to: string, publicUrl: string): OutgoingMail {
  return {
    key: `password-changed:${randomUUID()}`,
    to,
    subject: 'Your GoPath password was changed',
    ...renderMail({
      title: 'Your password was changed',
      paragraphs: [
        'The password of your account was changed just now, and you were signed out on every device.',
        'If it was not you, choose a new password at once and tell your mentor.',
      ],
      action: { label: 'Forgot password', url: `${publicUrl}/forgot_password/` },
      reason: 'You get this mail because it concerns the safety of your account.',
    }),
  };
}
