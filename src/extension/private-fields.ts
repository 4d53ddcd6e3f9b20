import { privateAreas } from '#src/lib/private-fields.ts';
import { handleTabPrivateFields } from '#src/messaging/private-fields.ts';

/** Starts the content script on the web app's pages, which returns the areas to mask in a screenshot. */
export function startPrivateFields() {
  handleTabPrivateFields(privateAreas);
}
