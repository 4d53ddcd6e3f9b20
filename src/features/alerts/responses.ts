/** The shapes of answers about alerts, loaded with the first one: the extension's popup paints without them. */
import '#src/lib/zod-without-eval.ts';

export { alertFeed, alertSettings, unreadCount } from '#shared/alerts/responses.ts';
