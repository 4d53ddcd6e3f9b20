import { privateAreas } from '#src/lib/private-fields.ts';
import { answerPrivateFieldsOfTab } from '#src/messaging/private-fields.ts';

/** The content script on the web app's own pages: says what a picture for a bug report has to cover. */
export function startPrivateFields() {
  answerPrivateFieldsOfTab(privateAreas);
}
