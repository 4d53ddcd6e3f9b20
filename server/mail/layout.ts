import { escapeHtml } from '#shared/kernel/escape-html.ts';

/** The content of an email, rendered in both formats. */
export interface MailContent {
  /** The first line, as a heading. */
  title: string;
  /** Plain paragraphs. */
  paragraphs: readonly string[];
  /** Our own rendering of rich text, shown below the paragraphs; `text` is the same without markup. */
  body?: { html: string; text: string };
  /** The main action. */
  action?: { label: string; url: string };
  /** Small print: why the person gets this email. */
  reason: string;
}

/** The accent color of the app's light mode: many email programs do not know `oklch()`. */
export const BRAND_COLOR = '#2d55c7';

const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Renders an email as plain text and HTML: one column, no remote images, readable without styles. */
export function renderMail({ title, paragraphs, body, action, reason }: MailContent): {
  text: string;
  html: string;
} {
  const text = [
    title,
    ...paragraphs,
    ...(body === undefined ? [] : [body.text]),
    ...(action === undefined ? [] : [`${action.label}: ${action.url}`]),
    `--\n${reason}`,
  ].join('\n\n');
  const paragraph = (content: string, style: string) => `<p style="margin:0 0 16px;${style}">${content}</p>`;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;background:#f7f8fa;color:#1b2030;${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 0 16px;font-size:15px;font-weight:600;color:${BRAND_COLOR};${FONT}">GoPath</td></tr>
<tr><td style="padding:32px;background:#ffffff;border:1px solid #dfe2e8;border-radius:10px;font-size:15px;line-height:24px;${FONT}">
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600">${escapeHtml(title)}</h1>
${paragraphs.map((line) => paragraph(escapeHtml(line), '')).join('\n')}
${body === undefined ? '' : `<div style="margin:0 0 16px">${body.html}</div>`}
${
  action === undefined
    ? ''
    : `<p style="margin:24px 0 8px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:${BRAND_COLOR};color:#ffffff;font-weight:500;text-decoration:none">${escapeHtml(action.label)}</a></p>`
}
</td></tr>
<tr><td style="padding:16px 0;font-size:12px;line-height:18px;color:#5d6475;${FONT}">${escapeHtml(reason)}</td></tr>
</table>
</td></tr></table>
</body>
</html>`;
  return { text, html };
}
