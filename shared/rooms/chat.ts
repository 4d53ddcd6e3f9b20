import { z } from 'zod';
import { MAX_CHAT_LENGTH } from './constants.ts';

/** The text of a chat message. In its own file, because only the server needs the other messages. */
export const chatText = z.string().trim().min(1).max(MAX_CHAT_LENGTH);
