import { defineContentScript } from 'wxt/utils/define-content-script';
import { startPrivateFields } from '#src/extension/private-fields.ts';

/** A constant of the build (wxt.config.ts): a page has no environment to read it from. */
declare const __SERVER_PAGES__: string;

export default defineContentScript({
  matches: [__SERVER_PAGES__],
  runAt: 'document_idle',
  main: startPrivateFields,
});
