import { invitationTitle } from '#shared/invitations/texts.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { ONLY_STUDENTS_HINT } from '#shared/session/hints.ts';
import { PASSWORD } from '#shared/session/schema.ts';
import {
  birthdayField,
  consentField,
  field,
  type FormProblem,
  nameFields,
  newPasswordField,
  passkeyButton,
  PASSWORD_HINT,
  TIME_ZONE_FIELD,
  verifiedEmailField,
} from './fields.ts';
import { html } from './html.ts';
import { page, problem } from './layout.ts';

/**
 * Renders the sign-in page: labels 'Email' and 'Password' and button 'Sign in', or a passkey instead of both.
 */
export function signInPage(props: { uid: string; email?: string; error?: string | undefined }) {
  return page(
    'Sign in',
    html`${problem(props.error)}
      <form method="post" action="/oidc/interaction/${props.uid}/">
        ${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: props.email ?? '', autofocus: !props.email })}
        ${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', autofocus: Boolean(props.email), maxLength: 1000 })}
        <button type="submit">Sign in</button>
      </form>
      ${passkeyButton({ action: `/oidc/interaction/${props.uid}/passkey/`, label: 'Sign in with a passkey', form: 'above' })}
      <p class="links">
        <a href="/oidc/forgot_password/">Forgot password?</a>
        <a href="/oidc/interaction/${props.uid}/sign_up/">Sign up</a>
      </p>`,
  );
}

/** Asks for the email address of the link (AUTH-001, AUTH-023). */
export function signUpPage(props: { uid: string } & FormProblem) {
  const { values = {}, fields = {} } = props;
  const focus = Object.keys(fields)[0] ?? 'first_name';
  return page(
    'Sign up',
    html`${problem(props.error)}
      <p class="hint">${ONLY_STUDENTS_HINT}</p>
      <form method="post" action="/oidc/interaction/${props.uid}/sign_up/">
        ${nameFields(props, focus)}
        ${field({ name: 'email', autofocus: focus === 'email', label: 'Email', type: 'email', autocomplete: 'username', hint: 'We email you a link to choose a password.', value: values['email'] ?? '', error: fields['email'] })}
        <button type="submit">Sign up</button>
      </form>
      <p class="links"><a href="/oidc/interaction/${props.uid}/">I have an account: sign in</a></p>`,
  );
}

/** Renders the page of a sign-up link. */
export function completeSignUpPage(props: { token: string; email: string } & FormProblem) {
  const focus = Object.keys(props.fields ?? {})[0] ?? 'birthday';
  return page(
    'Create your account',
    html`${problem(props.error)}
      <form method="post" action="/oidc/verify_email/">
        <input type="hidden" name="token" value="${props.token}" />
        ${verifiedEmailField(props.email)} ${nameFields(props, focus)} ${birthdayField(props, focus)}
        ${newPasswordField(props, focus)} ${consentField(props)} ${TIME_ZONE_FIELD}
        <button type="submit">Create account</button>
      </form>`,
  );
}

/** Renders the page where an invited person chooses a password (AUTH-014); the link has verified the email address. */
export function acceptInvitationPage(
  props: {
    uid: string;
    invitation: { email: string; inviter: string; inviterRole: Role; role: Role };
  } & FormProblem,
) {
  const { invitation } = props;
  const isStudent = invitation.role === 'student';
  const focus = Object.keys(props.fields ?? {})[0] ?? (isStudent ? 'birthday' : 'password');
  return page(
    'Create your account',
    html`${problem(props.error)}
      <p>${invitationTitle(invitation)}.</p>
      <form method="post" action="/oidc/interaction/${props.uid}/invitation/">
        ${verifiedEmailField(invitation.email)} ${nameFields(props, focus)}
        ${isStudent && birthdayField(props, focus)} ${newPasswordField(props, focus)} ${consentField(props)}
        ${TIME_ZONE_FIELD}
        <button type="submit">Create account</button>
      </form>`,
  );
}

/** Asks for the email address for a reset link. */
export function forgotPasswordPage(props: { email?: string; error?: string } = {}) {
  return page(
    'Forgot password',
    html`${problem(props.error)}
      <p>We email you a link to choose a new one.</p>
      <form method="post" action="/oidc/forgot_password/">
        ${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: props.email, autofocus: true })}
        <button type="submit">Send link</button>
      </form>
      <p class="links"><a href="/sign_in/">Back to sign in</a></p>`,
  );
}

/**
 * Renders the page of a reset link.
 * @param props.pageKey identifies this page: sending its form again shows the first result
 */
export function resetPasswordPage(props: { token: string; pageKey: string; error?: string }) {
  return page(
    'Choose a new password',
    html`<form method="post" action="/oidc/reset_password/">
      <input type="hidden" name="token" value="${props.token}" />
      <input type="hidden" name="page_key" value="${props.pageKey}" />
      ${field({ name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: `${PASSWORD_HINT} You will be signed out everywhere.`, error: props.error, maxLength: PASSWORD.max, autofocus: true })}
      <button type="submit">Save password</button>
    </form>`,
  );
}

/**
 * Renders the page of the link to a new email address.
 * @param props.pageKey identifies this page: sending its form again shows the first result
 */
export function confirmEmailPage(props: { token: string; email: string; pageKey: string }) {
  return page(
    'Confirm your new address',
    html`<p>You will sign in to GoPath with <strong>${props.email}</strong>.</p>
      <form method="post" action="/oidc/confirm_email/">
        <input type="hidden" name="token" value="${props.token}" />
        <input type="hidden" name="page_key" value="${props.pageKey}" />
        <button type="submit">Confirm address</button>
      </form>`,
  );
}
