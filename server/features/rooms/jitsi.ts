import { SignJWT } from 'jose';
import type { JitsiAccess } from '#shared/rooms/responses.ts';
import type { Config } from '../../config.ts';
import type { AdmittedRow } from './rooms.repository.ts';

/** How long a token lets its person join. In a call it is not needed anymore. */
const TOKEN_SECONDS = 300;
/** The clock of the Jitsi server can be behind ours. */
const CLOCK_SECONDS = 60;

/** Returns the access of an admitted person to the meeting on the Jitsi server. */
export async function jitsiAccess(
  { domain, origin, token: key }: NonNullable<Config['video']['jitsi']>,
  { meetId, name, isProvider }: AdmittedRow,
  now: Date,
): Promise<JitsiAccess> {
  const url = `${origin}/${encodeURIComponent(meetId)}`;
  if (key === undefined) return { url, token: null };
  const seconds = Math.floor(now.getTime() / 1000);
  const token = await new SignJWT({ room: meetId, moderator: isProvider, context: { user: { name } } })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience('jitsi')
    .setIssuer(key.appId)
    .setSubject(domain)
    .setNotBefore(seconds - CLOCK_SECONDS)
    .setExpirationTime(seconds + TOKEN_SECONDS)
    .sign(Buffer.from(key.secret));
  return { url: `${url}?jwt=${token}`, token };
}
