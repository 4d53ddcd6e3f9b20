import { renderSVG } from 'uqr';
import { Html, html } from './html.ts';
import { field, page } from './pages.ts';

/** Asks for a one-time code after the password. */
export function secondFactorPage(props: { uid: string; error?: string }) {
  return page(
    'Enter your code',
    html`<p>Open your authenticator app and enter the code for GoPath.</p>
      <form method="post" action="/oidc/interaction/${props.uid}/code/">
        ${field({ name: 'code', label: 'Code', autocomplete: 'one-time-code', hint: 'Without your phone, enter one of your recovery codes.', error: props.error, maxLength: 20, autofocus: true })}
        <button type="submit">Sign in</button>
      </form>
      <p class="links"><a href="/oidc/interaction/${props.uid}/">Sign in with another account</a></p>`,
  );
}

/** Turns one-time codes on during a sign-in. */
export function setUpCodesPage(props: { uid: string; secret: string; uri: string; error?: string }) {
  // The library's SVG holds no text of the person: only squares.
  const qrCode = new Html(renderSVG(props.uri, { blackColor: '#000', whiteColor: '#fff' }));
  return page(
    'Set up one-time codes',
    html`<p>
        Staff sign in with a code of an authenticator app. Scan this QR code, then enter the code that the app
        shows.
      </p>
      <div class="qr" role="img" aria-label="QR code for your authenticator app">${qrCode}</div>
      <p class="hint">Cannot scan it? Enter this key: <strong>${props.secret}</strong></p>
      <form method="post" action="/oidc/interaction/${props.uid}/set_up_codes/">
        ${field({ name: 'code', label: 'Code', autocomplete: 'one-time-code', error: props.error, maxLength: 20, autofocus: true })}
        <button type="submit">Continue</button>
      </form>`,
  );
}

/** Shows the recovery codes once, after codes were turned on during a sign-in. */
export function recoveryCodesPage(props: { uid: string; recoveryCodes: readonly string[] }) {
  return page(
    'Save your recovery codes',
    html`<p>
        Each code replaces a one-time code once, for example when you lose your phone. They are not shown
        again.
      </p>
      <ul class="codes">
        ${props.recoveryCodes.map((code) => html`<li>${code}</li>`)}
      </ul>
      <form method="post" action="/oidc/interaction/${props.uid}/recovery_codes_saved/">
        <button type="submit">I saved my codes</button>
      </form>`,
  );
}
