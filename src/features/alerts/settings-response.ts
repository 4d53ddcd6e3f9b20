/** The response schema of the alert settings. In a separate module, because only the settings page needs it. */
import '#src/lib/zod-without-eval.ts';

export { alertSettings } from '#shared/alerts/settings-response.ts';
