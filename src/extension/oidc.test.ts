import { describe, expect, it, vi } from 'vitest';
import type { SessionConfig } from '#shared/session/responses.ts';

vi.mock('wxt/browser', () => ({ browser: {} }));
const { isFromIssuer, requireOwnEndpoints } = await import('./oidc.ts');

const SERVER = 'https://gopath.example';
const config = (change: Partial<SessionConfig> = {}): SessionConfig => ({
  issuer: `${SERVER}/oidc`,
  authorization_endpoint: `${SERVER}/oidc/auth`,
  token_endpoint: `${SERVER}/oidc/token`,
  audience: `${SERVER}/api`,
  scope: 'openid',
  authorization_parameters: {},
  web: { client_id: 'web' },
  extension: { client_id: 'extension' },
  sign_up: true,
  ...change,
});

describe('the sign-in settings of a server', () => {
  it('are accepted when all endpoints are its own, or an external issuer’s for its audience', () => {
    expect(() => requireOwnEndpoints(SERVER, config())).not.toThrow();
    const external = 'https://id.example';
    const theirs = config({
      issuer: external,
      authorization_endpoint: `${external}/authorize`,
      token_endpoint: `${external}/token`,
    });
    expect(() => requireOwnEndpoints(SERVER, theirs)).not.toThrow();
  });

  it.each([
    [
      'the authorization endpoint of another server',
      { authorization_endpoint: 'https://real.example/oidc/auth' },
    ],
    ['a token endpoint elsewhere', { token_endpoint: 'https://evil.example/token' }],
    ['an issuer elsewhere', { issuer: 'https://real.example/oidc' }],
    ['no issuer', { issuer: '' }],
    [
      'another server’s provider and audience',
      {
        issuer: 'https://real.example/oidc',
        authorization_endpoint: 'https://real.example/oidc/auth',
        token_endpoint: 'https://real.example/oidc/token',
        audience: 'https://real.example/api',
      },
    ],
  ])('are refused with %s', (_name, change) => {
    expect(() => requireOwnEndpoints(SERVER, config(change))).toThrow('belongs to another address');
  });

  it('require the issuer in the response, unless it is an external one', () => {
    expect(isFromIssuer(config(), SERVER, `${SERVER}/oidc`)).toBe(true);
    expect(isFromIssuer(config(), SERVER, 'https://real.example/oidc')).toBe(false);
    expect(isFromIssuer(config(), SERVER, null)).toBe(false);
    expect(isFromIssuer(config({ issuer: 'https://id.example' }), SERVER, null)).toBe(true);
    expect(isFromIssuer(config({ issuer: 'https://id.example' }), SERVER, 'https://evil.example')).toBe(
      false,
    );
  });
});
