import { describe, expect, it } from 'vitest';
import { AppError, type ErrorCode, isOffline } from './errors.ts';

const FALLBACK = { code: 'BAD_REQUEST', message: 'Fallback' } as const;

describe('an error as JSON', () => {
  it.each([
    new AppError('NOT_FOUND', 'Gone'),
    new AppError('INVALID_INPUT', 'Wrong', { fields: { title: 'Name is required' } }),
    new AppError('CONFLICT', 'Changed', { current: { version: 4 } }),
    new AppError('CONFLICT', 'Deleted', { current: null }),
  ])('is read back unchanged: $code $message', (error) => {
    const json: unknown = JSON.parse(JSON.stringify(error));
    const parsed = AppError.parse(json, FALLBACK);
    expect(parsed).toBeInstanceOf(AppError);
    expect(parsed.toJSON()).toEqual(error.toJSON());
  });

  it.each([null, undefined, 7, 'text', [], {}, { code: 'toString' }, { code: 'NO_SUCH_CODE', message: 1 }])(
    'that is %j becomes the fallback',
    (json) => {
      expect(AppError.parse(json, FALLBACK).toJSON()).toEqual(FALLBACK);
    },
  );

  it('keeps its values, and uses the fallback for the rest', () => {
    expect(AppError.parse({ code: 'FORBIDDEN' }, FALLBACK)).toMatchObject({
      code: 'FORBIDDEN',
      message: 'Fallback',
    });
    expect(AppError.parse({ message: 'Own' }, FALLBACK)).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Own',
    });
  });

  it.each([null, 'text', 7])('without usable fields has none: %j', (fields) => {
    expect(
      AppError.parse({ code: 'INVALID_INPUT', message: 'Wrong', fields }, FALLBACK).fields,
    ).toBeUndefined();
  });
});

it.each<[ErrorCode, boolean]>([
  ['NETWORK', true],
  ['UNAVAILABLE', true],
  ['INTERNAL', false],
  ['UNAUTHENTICATED', false],
  ['CONFLICT', false],
])('%s counts as offline: %s', (code, expected) => {
  expect(isOffline(new AppError(code, 'Message'))).toBe(expected);
});

it('an error of another kind does not count as offline', () => {
  expect(isOffline(new TypeError('Failed to fetch'))).toBe(false);
});
