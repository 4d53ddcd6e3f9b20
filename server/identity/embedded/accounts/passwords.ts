import { randomBytes } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { invalid } from '#shared/kernel/errors.ts';
import { PASSWORD_TOO_COMMON, PASSWORD_TOO_PERSONAL } from '#shared/session/schema.ts';

/** OWASP's parameters for argon2id (this library's default algorithm): 19 MiB, two passes. */
const ARGON2: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** On a scale of 0 to 4: at least 100 million guesses. */
const MIN_SCORE = 3;
/** A password is at least as strong as its beginning; checking a longer one takes up to a second. */
const MAX_CHECKED = 64;
/** Shorter parts of a name occur in good passwords by chance. */
const MIN_PART = 3;

/** The person who chooses a password. */
export interface PasswordOwner {
  firstName: string;
  lastName: string;
  email: string;
}

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loads the lists of common passwords, names and words at first use. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new Factory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: MAX_CHECKED,
  });
}

/** Returns the parts of the name and the address, longest first. */
function partsOf({ firstName, lastName, email }: PasswordOwner): string[] {
  const parts = `${firstName} ${lastName} ${email}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return [...new Set(parts)].filter((part) => part.length >= MIN_PART).sort((a, b) => b.length - a.length);
}

/**
 * Rejects a password that is common, easy to guess, or built from the person's name or email address.
 * @throws AppError INVALID_INPUT on the field 'password'
 */
export async function requireStrongPassword(password: string, owner: PasswordOwner): Promise<void> {
  estimator ??= loadEstimator();
  const loaded = await estimator;
  const parts = partsOf(owner);
  const scoreOf = (text: string) => loaded.check(text.slice(0, MAX_CHECKED), ['gopath', ...parts]).score;
  if (scoreOf(password) < MIN_SCORE) throw invalid('password', PASSWORD_TOO_COMMON);
  let rest = password.toLowerCase();
  for (const part of parts) rest = rest.replaceAll(part, '');
  if (rest.length < password.length && scoreOf(rest) < MIN_SCORE) {
    throw invalid('password', PASSWORD_TOO_PERSONAL);
  }
}

/** Hashes a new password for storage. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2);
}

const unknownAccount = hash(randomBytes(16), ARGON2);

/** Compares a password with the stored hash. Without a hash it does the same work, so that timing reveals nothing. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await unknownAccount), password, ARGON2);
  return isRight && passwordHash !== undefined;
}
