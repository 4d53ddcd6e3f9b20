import { expect, it } from 'vitest';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';
import { failureText, saveFailureOf } from './save-failure.ts';

const error = (code: ErrorCode) => new AppError(code, 'The message of the server.');

it.each([
  ['NETWORK', 'offline'],
  ['UNAVAILABLE', 'offline'],
  ['INTERNAL', 'later'],
  ['CONFLICT', 'conflict'],
  ['NOT_FOUND', 'conflict'],
  ['FORBIDDEN', 'conflict'],
  ['INVALID_INPUT', 'blocked'],
  ['RATE_LIMITED', 'blocked'],
  ['UNAUTHENTICATED', 'blocked'],
] as const)('%s of an update means: %s', (code, failure) => {
  expect(saveFailureOf(error(code), false)).toBe(failure);
});

it('an error of the client means the same as one of the server', () => {
  expect(saveFailureOf(new TypeError('Broken'), false)).toBe('later');
});

it.each(['NOT_FOUND', 'FORBIDDEN'] as const)(
  '%s of a create is no conflict: there is no other text',
  (code) => {
    expect(saveFailureOf(error(code), true)).toBe('blocked');
  },
);

it('the person reads why the server refused the text', () => {
  expect(failureText(error('INVALID_INPUT'))).toBe('The message of the server.');
});

it.each([error('INTERNAL'), error('UNAUTHENTICATED'), new TypeError('Broken')])(
  'the person reads that the text is safe after %s',
  (failure) => {
    expect(failureText(failure)).toBe('Not saved yet, kept on this device');
  },
);
