import { privateAreas } from '#src/lib/private-fields.ts';
import { handleTabPrivateFields } from '#src/messaging/private-fields.ts';

/** The content script on the web app's pages: returns the areas to cover in a screenshot. */
export function startPrivateFields() {
  handleTabPrivateFields(privateAreas);
}
