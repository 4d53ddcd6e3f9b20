import { z } from 'zod';
import { MAX_PK } from '../kernel/ids.ts';

const MAX_RECIPIENTS = 200;

/** A meeting note to send, with what its sender saw: another text is not sent, and nothing to other recipients. */
export const sendMeetingNoteInput = z.object({
  meetingNoteId: z.string(),
  version: z.int().min(1).max(MAX_PK).nullish(),
  recipientIds: z.array(z.string()).max(MAX_RECIPIENTS).nullish(),
});
