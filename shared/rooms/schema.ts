import { z } from 'zod';
import { chatText } from './chat.ts';

const peer = z.uuid();

/** A message of one browser to another through the server: WebRTC's negotiation, or the media it sends. */
const signal = z.union([
  z.strictObject({
    description: z.strictObject({
      type: z.enum(['offer', 'answer', 'rollback', 'pranswer']),
      sdp: z.string().max(60_000).optional(),
    }),
  }),
  z.strictObject({
    candidate: z
      .strictObject({
        candidate: z.string().max(2000),
        sdpMid: z.string().max(100).nullable().optional(),
        sdpMLineIndex: z.number().int().nullable().optional(),
        usernameFragment: z.string().max(300).nullable().optional(),
      })
      .nullable(),
  }),
  z.strictObject({
    state: z.strictObject({
      microphone: z.boolean(),
      camera: z.boolean(),
      /** The id of the stream with the screen. */
      screen: z.string().max(200).nullable(),
    }),
  }),
]);
export type RoomSignal = z.infer<typeof signal>;
/** The media that a person sends now. */
export type MediaState = Extract<RoomSignal, { state: unknown }>['state'];

/** A message of a browser to the server. */
export const roomRequest = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('signal'), to: peer, signal }),
  z.strictObject({
    type: z.literal('chat'),
    /** Chosen by the browser, which sends the message again if its connection breaks. */
    id: z.uuid(),
    text: chatText,
  }),
  z.strictObject({ type: z.literal('admit'), peer }),
  z.strictObject({ type: z.literal('decline'), peer }),
  z.strictObject({ type: z.literal('ice') }),
  z.strictObject({ type: z.literal('video') }),
  z.strictObject({ type: z.literal('ping') }),
  z.strictObject({ type: z.literal('leave') }),
]);
export type RoomRequest = z.infer<typeof roomRequest>;

/** A request for a seat. A browser that lost its connection names its seat. */
export const seatInput = z.strictObject({
  seat: z.strictObject({ peer_id: peer, secret: z.string().min(1).max(100) }).optional(),
});
