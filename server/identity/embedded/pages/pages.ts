import { invitationTitle } from '#shared/invitations/texts.ts';
import type { FieldErrors } from '#shared/kernel/errors.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { LOGO } from '#shared/kernel/logo.ts';
import { ONLY_STUDENTS_HINT } from '#shared/session/hints.ts';
import { CONSENT, MAX_PERSON_NAME, PASSWORD } from '#shared/session/schema.ts';
import { type Html, html } from './html.ts';

interface FieldProps {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'date';
  autocomplete: string;
  value?: string | undefined;
  hint?: string;
  error?: string | undefined;
  autofocus?: boolean;
  maxLength?: number;
}

/** Renders a labeled field with its hint and error. */
export function field({
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
      ${type !== 'date' && html`maxlength="${maxLength ?? 254}"`}
      required
      ${autofocus && html`autofocus`}
      ${notes !== '' && html`aria-describedby="${notes}"`}
      ${error !== undefined && html`aria-invalid="true"`}
    />
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${error !== undefined && html`<p class="error" id="${name}-error">${ALERT}<span>${error}</span></p>`}
  </div>`;
}

/** An icon, so that an error is not shown by color alone. */
const ALERT = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
  <circle cx="12" cy="12" r="10" />
  <path d="M12 7v6m0 4h.01" />
</svg>`;

const MARK = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
  <rect width="24" height="24" rx="6" />
  <path d="${LOGO.path}" />
  <circle cx="${LOGO.end.cx}" cy="${LOGO.end.cy}" r="${LOGO.end.r}" />
</svg>`;

/** Shows a problem that is not about one field. */
export function problem(text: string | undefined) {
  return text === undefined ? null : html`<p class="problem" role="alert">${ALERT}<span>${text}</span></p>`;
}

/** Returns the frame of every page. */
export function page(title: string, content: Html): string {
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
        <script src="/oidc/forms.js" defer></script>
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

type FormValues = Readonly<Record<string, string | undefined>>;

interface FormProblem {
  values?: FormValues;
  fields?: FieldErrors;
  error?: string;
}

const PASSWORD_HINT = `At least ${PASSWORD.min} characters. Several unrelated words work well.`;

/** The time zone of the new person, which forms.js fills in. */
const TIME_ZONE = html`<input type="hidden" name="time_zone" value="" />`;

function nameFields({ values = {}, fields = {} }: FormProblem, focus: string) {
  const name = (key: string, label: string, autocomplete: string) =>
    field({
      name: key,
      label,
      autocomplete,
      value: values[key] ?? '',
      error: fields[key],
      autofocus: focus === key,
      maxLength: MAX_PERSON_NAME,
    });
  return html`<div class="pair">
    ${name('first_name', 'First name', 'given-name')} ${name('last_name', 'Last name', 'family-name')}
  </div>`;
}

function birthdayField({ values = {}, fields = {} }: FormProblem, focus: string) {
  return field({
    name: 'birthday',
    label: 'Date of birth',
    type: 'date',
    autocomplete: 'bday',
    hint: 'Students on GoPath are 13 or older.',
    value: values['birthday'] ?? '',
    error: fields['birthday'],
    autofocus: focus === 'birthday',
  });
}

function newPasswordField({ fields = {} }: FormProblem, focus: string) {
  return field({
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    hint: PASSWORD_HINT,
    error: fields['password'],
    autofocus: focus === 'password',
    maxLength: PASSWORD.max,
  });
}

function consentField({ values = {}, fields = {} }: FormProblem) {
  const error = fields['consent'];
  return html`<div class="field">
    <label class="tick">
      <input
        type="checkbox"
        name="consent"
        required
        ${values['consent'] && html`checked`}
        ${error !== undefined && html`aria-invalid="true" aria-describedby="consent-error"`}
      />
      ${CONSENT}
    </label>
    ${error !== undefined && html`<p class="error" id="consent-error">${ALERT}<span>${error}</span></p>`}
  </div>`;
}

/** Shows the verified email address; password managers store it with the password. */
function verifiedEmailField(email: string) {
  return html`<div class="field">
    <label for="email">Email</label>
    <input id="email" type="email" autocomplete="username" value="${email}" readonly />
  </div>`;
}

/** A passkey button, and 'or' between it and the form above or below. Its script shows it. */
export function passkeyButton(props: { action: string; label: string; form: 'above' | 'below' }) {
  const isSecondary = props.form === 'above';
  const divider = html`<p class="divider">or</p>`;
  return html`<div class="passkey" hidden>
      ${props.form === 'above' && divider}
      <form method="post" action="${props.action}">
        <p class="problem" role="alert" data-problem hidden>${ALERT}<span></span></p>
        <input type="hidden" name="response" value="" />
        <button type="submit" ${isSecondary && html`class="secondary"`}>${props.label}</button>
      </form>
      ${props.form === 'below' && divider}
    </div>
    <script src="/oidc/simplewebauthn.js" defer></script>
    <script src="/oidc/passkey.js" type="module"></script>`;
}

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
        ${newPasswordField(props, focus)} ${consentField(props)} ${TIME_ZONE}
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
        ${TIME_ZONE}
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

/** Shows what happened and one link to continue. */
export function messagePage(props: { title: string; text: string; link: { label: string; href: string } }) {
  return page(
    props.title,
    html`<p>${props.text}</p>
      <a class="button" href="${props.link.href}">${props.link.label}</a>`,
  );
}
