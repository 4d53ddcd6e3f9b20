import { defineContentScript } from 'wxt/utils/define-content-script';
import { startPrivateFields } from '#src/extension/private-fields.ts';

export default defineContentScript({
  matches: [`${process.env.GOPATH_SERVER ?? 'http://localhost:8080'}/*`],
  runAt: 'document_idle',
  main: startPrivateFields,
});
