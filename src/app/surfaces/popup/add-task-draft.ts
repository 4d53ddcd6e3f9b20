/** The draft of the popup's line for a new task. It is loaded after the popup. */
import { deleteDraftsAbout } from '#src/lib/drafts/delete-drafts.ts';
import { waitingDraft } from '#src/lib/drafts/draft-store.ts';

export const ADD_TASK = 'popup-task';

/** Returns whether a line was typed before the popup closed. */
export async function hasTypedTask(viewerPk: number): Promise<boolean> {
  const title = await waitingDraft(String(viewerPk), ADD_TASK).catch(() => null);
  return title !== null;
}

/** Deletes the line as soon as its form is closed. */
export function discardTypedTask(viewerPk: number): void {
  deleteDraftsAbout(String(viewerPk), [ADD_TASK]);
}
