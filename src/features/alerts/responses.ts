/**
 * The response schemas of alerts. They load with the first alert, because the extension's popup renders without them.
 */
import '#src/lib/zod-without-eval.ts';

export { alertFeed, alertSettings, unreadCount } from '#shared/alerts/responses.ts';
