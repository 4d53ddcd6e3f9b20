import { DEFAULT_DIGEST_FREQUENCY } from '#shared/alerts/frequencies.ts';
import { escapeHtml } from '#shared/kernel/escape-html.ts';
import type { Config } from '../../config.ts';
import { BRAND_COLOR, renderMail } from '../../mail/layout.ts';
import type { OutgoingMail } from '../../mail/outgoing-mail.ts';
import type { SettingsRow } from './alert-settings.repository.ts';
import { type DigestSection, MAX_SECTION_LINES } from './alerts.sources.ts';
import type { StoredAlert } from './feeds.repository.ts';

/** The emails with one-click unsubscribe. */
export const MAIL_LISTS = ['digest', 'individual'] as const;
/** One kind of email that people can unsubscribe from. */
export type MailList = (typeof MAIL_LISTS)[number];

/** The name of each list on the pages of its unsubscribe link. */
export const MAIL_LIST_NAMES: Record<MailList, string> = {
  digest: 'the summary of what’s due and unread',
  individual: 'task and deadline reminders',
};

const PERIOD_NAMES = { 24: 'day', 168: 'week', 730: 'month' } as const;

/** Returns the path to unsubscribe: GET asks, POST unsubscribes (RFC 8058). */
export function unsubscribePath(token: string, list: MailList): string {
  return `/api/alerts/unsubscribe/${token}/${list}/`;
}

function unsubscribeHeaders(config: Config, settings: SettingsRow, list: MailList): Record<string, string> {
  const url = config.publicUrl + unsubscribePath(settings.unsubscribeToken, list);
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Renders sections as lists of links. */
function bodyOf(config: Config, sections: readonly DigestSection[]): { html: string; text: string } {
  const shown = sections.map(({ title, lines, total }) => {
    const first = lines.slice(0, MAX_SECTION_LINES);
    return { title, lines: first, rest: total - first.length };
  });
  const html = shown.map(({ title, lines, rest }) => {
    const items = lines.map(
      ({ text, path }) =>
        `<li style="margin:0 0 6px"><a href="${escapeHtml(config.publicUrl + path)}" style="color:${BRAND_COLOR}">${escapeHtml(text)}</a></li>`,
    );
    const more = rest > 0 ? `<li style="margin:0 0 6px;color:#5d6475">and ${rest} more</li>` : '';
    return `<h2 style="margin:16px 0 8px;font-size:15px;line-height:24px;font-weight:600">${escapeHtml(title)}</h2>
<ul style="margin:0 0 16px;padding:0 0 0 20px">${items.join('')}${more}</ul>`;
  });
  const text = shown.map(({ title, lines, rest }) =>
    [
      `${title}`,
      ...lines.map(({ text: line, path }) => `* ${line}\n  ${config.publicUrl}${path}`),
      ...(rest > 0 ? [`  and ${rest} more`] : []),
    ].join('\n'),
  );
  return { html: html.join('\n'), text: text.join('\n\n') };
}

function unsubscribeText(config: Config, settings: SettingsRow, list: MailList): string {
  return `Unsubscribe: ${config.publicUrl}${unsubscribePath(settings.unsubscribeToken, list)}`;
}

/** Builds the digest email of a person. @param key identifies the email: a second one with the same key is ignored */
export function digestMail(
  config: Config,
  settings: SettingsRow,
  sections: readonly DigestSection[],
  key: string,
): OutgoingMail {
  const count = sections.reduce((sum, { total }) => sum + total, 0);
  const things = count === 1 ? '1 thing' : `${count} things`;
  const period = PERIOD_NAMES[settings.taskDigestFrequency ?? DEFAULT_DIGEST_FREQUENCY];
  return {
    key,
    to: settings.email,
    subject: `Your ${period} on GoPath: ${things}`,
    headers: unsubscribeHeaders(config, settings, 'digest'),
    ...renderMail({
      title: `Hello ${settings.firstName}, your ${period} at a glance`,
      paragraphs: [],
      body: bodyOf(config, sections),
      action: { label: 'Open GoPath', url: config.publicUrl },
      reason: `You get this summary once a ${period}, as your alert settings say. ${unsubscribeText(config, settings, 'digest')}`,
    }),
  };
}

/** Builds one email with all reminders a person gets at the same time. */
export function individualMail(
  config: Config,
  settings: SettingsRow,
  alerts: readonly [StoredAlert, ...StoredAlert[]],
  reason: string,
): OutgoingMail {
  const [first] = alerts;
  const title = alerts.length === 1 ? first.title : `You have ${alerts.length} reminders`;
  return {
    key: `alert:${first.pk}`,
    to: settings.email,
    subject: title,
    headers: unsubscribeHeaders(config, settings, 'individual'),
    ...renderMail({
      title,
      paragraphs: alerts.length === 1 && first.body !== '' ? [first.body] : [],
      ...(alerts.length === 1
        ? {}
        : {
            body: bodyOf(config, [
              {
                title: 'Reminders',
                lines: alerts.map((alert) => ({ text: alert.title, path: alert.path })),
                total: alerts.length,
              },
            ]),
          }),
      action: { label: 'Open GoPath', url: config.publicUrl + (alerts.length === 1 ? first.path : '') },
      reason: `${reason} ${unsubscribeText(config, settings, 'individual')}`,
    }),
  };
}
