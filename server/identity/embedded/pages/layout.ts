import { LOGO } from '#shared/kernel/logo.ts';
import { type Html, html } from './html.ts';

const MARK = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
  <rect width="24" height="24" rx="6" />
  <path d="${LOGO.path}" />
  <circle cx="${LOGO.end.cx}" cy="${LOGO.end.cy}" r="${LOGO.end.r}" />
</svg>`;

/** An icon, so that an error is not shown by color alone. */
export const ALERT_ICON = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
  <circle cx="12" cy="12" r="10" />
  <path d="M12 7v6m0 4h.01" />
</svg>`;

/** Shows a problem that is not about one field. */
export function problem(text: string | undefined) {
  return text === undefined
    ? null
    : html`<p class="problem" role="alert">${ALERT_ICON}<span>${text}</span></p>`;
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

/** Shows what happened and one link to continue. */
export function messagePage(props: { title: string; text: string; link: { label: string; href: string } }) {
  return page(
    props.title,
    html`<p>${props.text}</p>
      <a class="button" href="${props.link.href}">${props.link.label}</a>`,
  );
}
