import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { readForm } from './forms.ts';

const PAGE_KEY = /^[\w-]{43}$/;

/**
 * Creates the key of a page whose form has the same result when it is sent twice, such as by a double click without
 * scripts. Only the page has the key: the server does not store it.
 */
export function createPageKey(): string {
  return randomBytes(32).toString('base64url');
}

/** Reads the key of a posted page; a new one if it is missing. */
export function readPageKey(request: FastifyRequest): string {
  const key = readForm(request)['page_key'] ?? '';
  return PAGE_KEY.test(key) ? key : createPageKey();
}
