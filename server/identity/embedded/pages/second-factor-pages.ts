import { renderSVG } from 'uqr';
import { ACCOUNT_LIMITS } from '#shared/account/schema.ts';
import { NEW_RECOVERY_CODES_TEXT } from '#shared/account/texts.ts';
import { field, passkeyButton } from './fields.ts';
import { Html, html } from './html.ts';
import { page, problem } from './layout.ts';
import type { SecondFactorState } from '../second-factors/second-factors.repository.ts';

/** What the page after the password says and asks for. */
function secondFactorTexts({ codes, passkeys }: Pick<SecondFactorState, 'codes' | 'passkeys'>) {
  if (!passkeys) {
    return {
      title: 'Enter your code',
      text: 'Open your authenticator app and enter the code for GoPath.',
      label: 'Code',
      hint: 'Without your phone, enter one of your recovery codes.',
    };
  }
  return {
    title: 'Confirm it is you',
    text: codes
      ? 'Use a passkey, or a code from your authenticator app.'
      : 'Use a passkey to finish signing in.',
    label: codes ? 'Code' : 'Recovery code',
    hint: codes
      ? 'Or one of your recovery codes.'
      : 'Without your passkey, enter one of your recovery codes.',
  };
}

/** Asks for a passkey or a one-time code after the password. */
export function secondFactorPage(
  props: { uid: string; error?: string; passkeyError?: string | undefined } & Pick<
    SecondFactorState,
    'codes' | 'passkeys'
  >,
) {
  const { title, text, label, hint } = secondFactorTexts(props);
  const action = `/oidc/interaction/${props.uid}/code/`;
  return page(
    title,
    html`<p>${text}</p>
      ${problem(props.passkeyError)}
      ${props.passkeys && passkeyButton({ action: `${action}passkey/`, label: 'Use a passkey', form: 'below' })}
      <form method="post" action="${action}">
        ${field({ name: 'code', label, autocomplete: 'one-time-code', hint, error: props.error, maxLength: ACCOUNT_LIMITS.code, autofocus: !props.passkeys || props.error !== undefined })}
        <button type="submit" ${props.passkeys && html`class="secondary"`}>Sign in</button>
      </form>
      <p class="links"><a href="/oidc/interaction/${props.uid}/">Sign in with another account</a></p>`,
  );
}

/**
 * Turns one-time codes on during a sign-in.
 * @param props.pageKey encrypts the recovery codes for this page; sending its form again shows them again
 */
export function setUpCodesPage(props: {
  uid: string;
  secret: string;
  uri: string;
  pageKey: string;
  error?: string;
}) {
  // The library's SVG holds no text of the person: only squares.
  const qrCode = new Html(renderSVG(props.uri, { blackColor: '#000', whiteColor: '#fff' }));
  return page(
    'Set up one-time codes',
    html`<p>
        Staff sign in with a code from an authenticator app. Scan this QR code, then enter the code that the
        app shows.
      </p>
      <div class="qr" role="img" aria-label="QR code for your authenticator app">${qrCode}</div>
      <p class="hint">Cannot scan it? Enter this key: <strong>${props.secret}</strong></p>
      <form method="post" action="/oidc/interaction/${props.uid}/set_up_codes/">
        <input type="hidden" name="page_key" value="${props.pageKey}" />
        ${field({ name: 'code', label: 'Code', autocomplete: 'one-time-code', error: props.error, maxLength: ACCOUNT_LIMITS.code, autofocus: true })}
        <button type="submit">Continue</button>
      </form>`,
  );
}

/** Shows the recovery codes once, after codes were turned on during a sign-in. */
export function recoveryCodesPage(props: { uid: string; recoveryCodes: readonly string[] }) {
  return page(
    'Save your recovery codes',
    html`<p>${NEW_RECOVERY_CODES_TEXT}</p>
      <ul class="codes">
        ${props.recoveryCodes.map((code) => html`<li>${code}</li>`)}
      </ul>
      <form method="post" action="/oidc/interaction/${props.uid}/recovery_codes_saved/">
        <button type="submit">I saved my codes</button>
      </form>`,
  );
}

/** Continues a sign-in whose recovery codes another page has shown. */
export function recoveryCodesShownPage(props: { uid: string }) {
  return page(
    'One-time codes are on already',
    html`<p>
        Another page showed your recovery codes. If you did not save them, sign in and create new ones in your
        settings.
      </p>
      <form method="post" action="/oidc/interaction/${props.uid}/recovery_codes_saved/">
        <button type="submit">Sign in</button>
      </form>`,
  );
}
