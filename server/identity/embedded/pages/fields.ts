import type { FieldErrors } from '#shared/kernel/errors.ts';
import { CONSENT, MAX_PERSON_NAME, PASSWORD } from '#shared/session/schema.ts';
import { html } from './html.ts';
import { ALERT_ICON } from './layout.ts';

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
    ${error !== undefined && html`<p class="error" id="${name}-error">${ALERT_ICON}<span>${error}</span></p>`}
  </div>`;
}

type FormValues = Readonly<Record<string, string | undefined>>;

/** What a form shows after it was refused: its values, and the errors at its fields or above all of them. */
export interface FormProblem {
  values?: FormValues;
  fields?: FieldErrors;
  error?: string;
}

/** Says what a good password is. */
export const PASSWORD_HINT = `At least ${PASSWORD.min} characters. Several unrelated words work well.`;

/** The time zone of the new person, which forms.js fills in. */
export const TIME_ZONE_FIELD = html`<input type="hidden" name="time_zone" value="" />`;

/** The first and last name, beside each other. @param focus the name of the field that has the focus */
export function nameFields({ values = {}, fields = {} }: FormProblem, focus: string) {
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

/** The date of birth of a student. @param focus the name of the field that has the focus */
export function birthdayField({ values = {}, fields = {} }: FormProblem, focus: string) {
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

/** A new password. @param focus the name of the field that has the focus */
export function newPasswordField({ fields = {} }: FormProblem, focus: string) {
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

/** The box to agree to the terms. */
export function consentField({ values = {}, fields = {} }: FormProblem) {
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
    ${error !== undefined && html`<p class="error" id="consent-error">${ALERT_ICON}<span>${error}</span></p>`}
  </div>`;
}

/** Shows the verified email address; password managers store it with the password. */
export function verifiedEmailField(email: string) {
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
        <p class="problem" role="alert" data-problem hidden>${ALERT_ICON}<span></span></p>
        <input type="hidden" name="response" value="" />
        <button type="submit" ${isSecondary && html`class="secondary"`}>${props.label}</button>
      </form>
      ${props.form === 'below' && divider}
    </div>
    <script src="/oidc/simplewebauthn.js" defer></script>
    <script src="/oidc/passkey.js" type="module"></script>`;
}
