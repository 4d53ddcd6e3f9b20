/**
 * The response schemas of alerts. In a separate module, because the extension's popup renders before they
 * load.
 */
import '#src/lib/zod-without-eval.ts';

export { alertFeed, unreadCount } from '#shared/alerts/responses.ts';
