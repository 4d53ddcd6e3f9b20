import { expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://gopath.example',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
};

it('production starts with https, a key and no demo data', () => {
  expect(readConfig(PRODUCTION)).toMatchObject({
    mode: 'production',
    publicUrl: 'https://gopath.example',
    demoData: false,
  });
});

it.each([
  ['demo data', { DEMO_DATA: 'true' }, /DEMO_DATA: must not be true in production/],
  ['a plain http address', { PUBLIC_URL: 'http://gopath.example' }, /PUBLIC_URL: must begin with https/],
  ['the http address of a network', { PUBLIC_URL: 'http://192.168.1.10:8080' }, /PUBLIC_URL/],
  ['an address that only looks local', { PUBLIC_URL: 'http://localhost.evil.example' }, /PUBLIC_URL/],
  ['an address that only starts like 127', { PUBLIC_URL: 'http://127.0.0.1.evil.example' }, /PUBLIC_URL/],
  ['no address', { PUBLIC_URL: '' }, /PUBLIC_URL: is required in production/],
  ['no key for its secrets', { SECRETS_KEY: '' }, /SECRETS_KEY: is needed in production/],
])('production refuses %s', (_what, env, message) => {
  const read = () => readConfig({ ...PRODUCTION, ...env });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(message);
});

it.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080', 'http://app.localhost'])(
  'production accepts %s, which never leaves the computer',
  (PUBLIC_URL) => {
    expect(readConfig({ ...PRODUCTION, PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL);
  },
);

it('development accepts demo data and plain http', () => {
  expect(readConfig({ DEMO_DATA: 'true', PUBLIC_URL: 'http://gopath.example' }).demoData).toBe(true);
});
