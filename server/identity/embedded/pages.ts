import { OF_AGE } from '#shared/invitations/schema.ts';
import { invitationTitle } from '#shared/invitations/words.ts';
import type { FieldErrors } from '#shared/kernel/errors.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { LOGO } from '#shared/kernel/logo.ts';
import { ONLY_STUDENTS_HINT } from '#shared/session/hints.ts';
import { PASSWORD } from '#shared/session/schema.ts';
import { type Html, html } from './html.ts';

interface FieldProps {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  autocomplete: string;
  value?: string;
  hint?: string;
  error?: string | undefined;
  autofocus?: boolean;
  maxLength?: number;
}

function field({
  name,
  label,
  type = 'text',
  autocomplete,
  value,
  hint,
  error,
  autofocus,
  maxLength,
}: FieldProps) {
  const notes = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      value="${value ?? ''}"
      maxlength="${maxLength ?? 254}"
      required
      ${autofocus && html`autofocus`}
      ${notes !== '' && html`aria-describedby="${notes}"`}
      ${error !== undefined && html`aria-invalid="true"`}
    />
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${error !== undefined && html`<p class="error" id="${name}-error">${ALERT}<span>${error}</span></p>`}
  </div>`;
}

/** An error is told by more than its colour. */
const ALERT = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
  <circle cx="12" cy="12" r="10" />
  <path d="M12 7v6m0 4h.01" />
</svg>`;

const MARK = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
  <rect width="24" height="24" rx="6" />
  <path d="${LOGO.path}" />
  <circle cx="${LOGO.end.cx}" cy="${LOGO.end.cy}" r="${LOGO.end.r}" />
</svg>`;

function problem(text: string | undefined) {
  return text === undefined ? null : html`<p class="problem" role="alert">${ALERT}<span>${text}</span></p>`;
}

function page(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · GoPath</title>
        <link rel="icon" href="/icon/32.png" type="image/png" />
        <link rel="stylesheet" href="/oidc/identity.css" />
      </head>
      <body>
        <main>
          <p class="brand">${MARK}GoPath</p>
          <section class="card">
            <h1>${title}</h1>
            ${content}
          </section>
        </main>
      </body>
    </html>`.text;
}

/** Labels 'Email' and 'Password', button 'Sign in'. */
export function signInPage(props: { uid: string; email?: string; error?: string }) {
  return page(
    'Sign in',
    html`${problem(props.error)}
      <form method="post" action="/oidc/interaction/${props.uid}/">
        ${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: props.email, autofocus: !props.email })}
        ${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', autofocus: Boolean(props.email), maxLength: PASSWORD.max })}
        <button type="submit">Sign in</button>
      </form>
      <p class="links">
        <a href="/oidc/forgot_password/">Forgot password?</a>
        <a href="/oidc/interaction/${props.uid}/sign_up/">Sign up</a>
      </p>`,
  );
}

/** AUTH-001 AUTH-023 */
export function signUpPage(props: {
  uid: string;
  values?: Record<string, string>;
  fields?: FieldErrors;
  error?: string;
}) {
  const { values = {}, fields = {} } = props;
  const focus = Object.keys(fields)[0] ?? 'first_name';
  return page(
    'Sign up',
    html`${problem(props.error)}
      <p class="hint">${ONLY_STUDENTS_HINT}</p>
      <form method="post" action="/oidc/interaction/${props.uid}/sign_up/">
        <div class="pair">
          ${field({ name: 'first_name', autofocus: focus === 'first_name', label: 'First name', autocomplete: 'given-name', value: values['first_name'], error: fields['first_name'], maxLength: 100 })}
          ${field({ name: 'last_name', autofocus: focus === 'last_name', label: 'Last name', autocomplete: 'family-name', value: values['last_name'], error: fields['last_name'], maxLength: 100 })}
        </div>
        ${field({ name: 'email', autofocus: focus === 'email', label: 'Email', type: 'email', autocomplete: 'username', value: values['email'], error: fields['email'] })}
        ${field({ name: 'password', autofocus: focus === 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: `At least ${PASSWORD.min} characters.`, error: fields['password'], maxLength: PASSWORD.max })}
        <button type="submit">Sign up</button>
      </form>
      <p class="links"><a href="/oidc/interaction/${props.uid}/">I have an account: sign in</a></p>`,
  );
}

/** AUTH-014: an invited person chooses a password; the address is proven by the link that led here. */
export function acceptInvitationPage(props: {
  uid: string;
  invitation: { email: string; inviter: string; inviterRole: Role; role: Role };
  values: Record<string, string>;
  fields?: FieldErrors;
  error?: string;
}) {
  const { invitation, values, fields = {} } = props;
  const focus = Object.keys(fields)[0] ?? 'password';
  const ageError = fields['is_of_age'];
  return page(
    'Create your account',
    html`${problem(props.error)}
      <p>${invitationTitle(invitation)}.</p>
      <form method="post" action="/oidc/interaction/${props.uid}/invitation/">
        <div class="field">
          <label for="email">Email</label>
          <input id="email" type="email" autocomplete="username" value="${invitation.email}" readonly />
        </div>
        <div class="pair">
          ${field({ name: 'first_name', autofocus: focus === 'first_name', label: 'First name', autocomplete: 'given-name', value: values['first_name'], error: fields['first_name'], maxLength: 100 })}
          ${field({ name: 'last_name', autofocus: focus === 'last_name', label: 'Last name', autocomplete: 'family-name', value: values['last_name'], error: fields['last_name'], maxLength: 100 })}
        </div>
        ${field({ name: 'password', autofocus: focus === 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: `At least ${PASSWORD.min} characters.`, error: fields['password'], maxLength: PASSWORD.max })}
        ${
          invitation.role === 'student' &&
          html`<div class="field">
            <label class="tick">
              <input
                type="checkbox"
                name="is_of_age"
                required
                ${values['is_of_age'] && html`checked`}
                ${ageError !== undefined && html`aria-invalid="true" aria-describedby="is_of_age-error"`}
              />
              ${OF_AGE}
            </label>
            ${ageError !== undefined && html`<p class="error" id="is_of_age-error">${ALERT}<span>${ageError}</span></p>`}
          </div>`
        }
        <button type="submit">Create account</button>
      </form>`,
  );
}

export function forgotPasswordPage(props: { email?: string; error?: string } = {}) {
  return page(
    'Forgot password',
    html`${problem(props.error)}
      <p>We send you a link to choose a new one.</p>
      <form method="post" action="/oidc/forgot_password/">
        ${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: props.email, autofocus: true })}
        <button type="submit">Send link</button>
      </form>
      <p class="links"><a href="/sign_in/">Back to sign in</a></p>`,
  );
}

export function resetPasswordPage(props: { token: string; error?: string }) {
  return page(
    'Choose a new password',
    html`<form method="post" action="/oidc/reset_password/">
      <input type="hidden" name="token" value="${props.token}" />
      ${field({ name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: `At least ${PASSWORD.min} characters. You will be signed out everywhere.`, error: props.error, maxLength: PASSWORD.max, autofocus: true })}
      <button type="submit">Save password</button>
    </form>`,
  );
}

/** A button, because mail scanners open links: only a person presses it. */
export function verifyEmailPage(token: string) {
  return page(
    'Verify your email',
    html`<p>Press the button to confirm that this address is yours.</p>
      <form method="post" action="/oidc/verify_email/">
        <input type="hidden" name="token" value="${token}" />
        <button type="submit">Verify email</button>
      </form>`,
  );
}

/** The end of a way: what happened, and the one way on. */
export function messagePage(props: { title: string; text: string; link: { label: string; href: string } }) {
  return page(
    props.title,
    html`<p>${props.text}</p>
      <a class="button" href="${props.link.href}">${props.link.label}</a>`,
  );
}
