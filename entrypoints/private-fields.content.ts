import { defineContentScript } from 'wxt/utils/define-content-script';
import { startPrivateFields } from '#src/extension/private-fields.ts';

/** A constant of the build (wxt.config.ts): a page has no environment to read it from. */
declare const __DEFAULT_SERVER__: string;

export default defineContentScript({
  matches: [`${__DEFAULT_SERVER__}/*`],
  runAt: 'document_idle',
  main: startPrivateFields,
});
