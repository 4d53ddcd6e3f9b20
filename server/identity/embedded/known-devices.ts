import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { hostCookieName } from '../../http/cookies.ts';

const MAX_ACCOUNTS = 10;
const DAYS = 180;

/** Stores in a signed cookie which accounts have signed in on this device. */
export interface KnownDevices {
  /** @returns the device's id if this account has signed in on it before */
  idFor(request: FastifyRequest, email: string): string | undefined;
  /** Adds the account after a sign-in. */
  remember(request: FastifyRequest, reply: FastifyReply, email: string): void;
}

interface Device {
  id: string;
  accounts: string[];
}

/** @param keys the first one signs; the others only verify */
export function createKnownDevices(config: Config, keys: readonly string[]): KnownDevices {
  const isSecure = config.publicUrl.startsWith('https:');
  const name = hostCookieName(config.publicUrl, 'gopath_device');
  const options: CookieSerializeOptions = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: DAYS * 24 * 3600,
  };
  const sign = (key: string, text: string) =>
    createHmac('sha256', key).update(`device ${text}`).digest('base64url');
  /** Returns a keyed hash, so that the cookie reveals nothing about the email address. */
  const accountOf = (key: string, id: string, email: string) =>
    sign(key, `${id} ${email.toLowerCase()}`).slice(0, 22);

  /** Reads the cookie: id.account~account.signature */
  function read(request: FastifyRequest): { device: Device; key: string } | undefined {
    const [id = '', list = '', signature = ''] = (request.cookies[name] ?? '').split('.');
    const key = keys.find((candidate) => {
      const expected = Buffer.from(sign(candidate, `${id}.${list}`));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    return key === undefined ? undefined : { device: { id, accounts: list.split('~') }, key };
  }

  return {
    idFor(request, email) {
      const found = read(request);
      if (found === undefined) return undefined;
      const { device, key } = found;
      return device.accounts.includes(accountOf(key, device.id, email)) ? device.id : undefined;
    },

    remember(request, reply, email) {
      const [key = ''] = keys;
      const found = read(request);
      const device =
        found?.key === key ? found.device : { id: randomBytes(16).toString('hex'), accounts: [] };
      const account = accountOf(key, device.id, email);
      const accounts = [account, ...device.accounts.filter((other) => other !== account)];
      const list = accounts.slice(0, MAX_ACCOUNTS).join('~');
      reply.setCookie(name, `${device.id}.${list}.${sign(key, `${device.id}.${list}`)}`, options);
    },
  };
}
