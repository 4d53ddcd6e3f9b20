import { defineContentScript } from 'wxt/utils/define-content-script';
import { startPrivateFields } from '#src/extension/private-fields.ts';

/** Defined by the build (wxt.config.ts). */
declare const __SERVER_PAGES__: string;

export default defineContentScript({
  matches: [__SERVER_PAGES__],
  runAt: 'document_idle',
  main: startPrivateFields,
});
