import { describe, expect, it } from 'vitest';
import { readTokenResponse } from './tokens.ts';

const BODY = { access_token: 'access', expires_in: 600 };
const UNAVAILABLE = {
  code: 'UNAVAILABLE',
  message: 'The identity provider is not responding. Try again.',
};

describe('a response of the token endpoint', () => {
  it('is read with its optional tokens', () => {
    expect(readTokenResponse(200, BODY)).toEqual({
      accessToken: 'access',
      expiresIn: 600,
      refreshToken: undefined,
      idToken: undefined,
    });
    expect(readTokenResponse(200, { ...BODY, refresh_token: 'refresh', id_token: 'id' })).toMatchObject({
      refreshToken: 'refresh',
      idToken: 'id',
    });
  });

  it('ends the session only when the provider refuses the grant', () => {
    expect(readTokenResponse(400, { error: 'invalid_grant' })).toBeNull();
  });

  it.each([
    [500, { error: 'invalid_grant' }],
    [400, { error: 'invalid_client' }],
    [400, null],
    [400, BODY],
    [503, BODY],
    [200, null],
    [200, { ...BODY, access_token: 1 }],
    [200, { access_token: 'access' }],
    [200, { expires_in: 600 }],
    [200, { ...BODY, refresh_token: 1 }],
    [200, { ...BODY, id_token: null }],
  ])('of status %i with %j is an outage of the provider', (status, body) => {
    expect(() => readTokenResponse(status, body)).toThrow(expect.objectContaining(UNAVAILABLE));
  });
});
