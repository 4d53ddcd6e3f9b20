import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { TEST_PUBLIC_URL } from '../server/public-url.ts';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** What a test changes in a response. */
interface Changes {
  origin?: string;
  challenge?: string;
  counter?: number;
  flags?: number;
  userHandle?: string;
}

/** A device with one passkey (ES256), which answers like a browser. */
export class Authenticator {
  readonly id = base64url(randomBytes(32));
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #counter = 0;
  #userHandle = 'AAAA';

  /** Creates the passkey. @param options of the server */
  create(options: { challenge: string; user: { id: string } }, changes: Changes = {}) {
    this.#userHandle = options.user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const publicKey = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const authData = Buffer.concat([
      this.#head(changes.flags ?? USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL, changes.counter ?? 0),
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      isoCBOR.encode(publicKey),
    ]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options, changes),
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
      },
    };
  }

  /** Signs a challenge, and counts the signature. */
  use(options: { challenge: string }, changes: Changes = {}) {
    this.#counter = changes.counter ?? this.#counter + 1;
    const authenticatorData = this.#head(changes.flags ?? USER_PRESENT | USER_VERIFIED, this.#counter);
    const clientDataJSON = this.#clientData('webauthn.get', options, changes);
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON,
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', signed, this.#keys.privateKey)),
        userHandle: changes.userHandle ?? this.#userHandle,
      },
    };
  }

  #head(flags: number, counter: number): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(new URL(TEST_PUBLIC_URL).hostname), head]);
  }

  #clientData(type: string, options: { challenge: string }, changes: Changes): string {
    const origin = changes.origin ?? TEST_PUBLIC_URL;
    const challenge = changes.challenge ?? options.challenge;
    return base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
}
