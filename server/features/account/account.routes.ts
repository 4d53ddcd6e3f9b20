import type { FastifyRequest } from 'fastify';
import {
  addPasskeyInput,
  changeEmailInput,
  changePasswordInput,
  currentPasswordInput,
  renamePasskeyInput,
  renewRecoveryCodesInput,
  secondFactorCodeInput,
} from '#shared/account/schema.ts';
import { parsePk } from '#shared/kernel/ids.ts';
import type { TokenIdentity } from '../../identity/access-token.ts';
import { parseInput } from '../../lib/parse-input.ts';
import type { RouteContext } from '../../http/route-context.ts';

/** Registers `/api/account/…`: a person's own email, password, second factors and signed-in devices. */
export function registerAccountRoutes({ server, services, authentication }: RouteContext) {
  const { account } = services;

  /** Returns the token of a signed-in person who may make the request. @throws AppError UNAUTHENTICATED, FORBIDDEN */
  async function requireOwnToken(request: FastifyRequest): Promise<TokenIdentity> {
    await authentication.requireActor(request);
    return authentication.requireToken(request);
  }

  server.get('/api/account/', async (request) => {
    return account.read(await requireOwnToken(request));
  });

  server.put('/api/account/password/', async (request, reply) => {
    const token = await requireOwnToken(request);
    await account.changePassword(token, parseInput(changePasswordInput, request.body));
    return reply.status(204).send();
  });

  server.put('/api/account/email/', async (request, reply) => {
    const token = await requireOwnToken(request);
    await account.changeEmail(token, parseInput(changeEmailInput, request.body));
    return reply.status(204).send();
  });

  server.post('/api/account/second_factor/', async (request) => {
    const token = await requireOwnToken(request);
    return account.startSecondFactor(token, parseInput(currentPasswordInput, request.body));
  });

  server.put('/api/account/second_factor/', async (request) => {
    const token = await requireOwnToken(request);
    return account.confirmSecondFactor(token, parseInput(secondFactorCodeInput, request.body));
  });

  server.post('/api/account/second_factor/recovery_codes/', async (request) => {
    const token = await requireOwnToken(request);
    return account.renewRecoveryCodes(token, parseInput(renewRecoveryCodesInput, request.body));
  });

  server.post('/api/account/second_factor/remove/', async (request, reply) => {
    const token = await requireOwnToken(request);
    await account.turnOffSecondFactor(token, parseInput(secondFactorCodeInput, request.body));
    return reply.status(204).send();
  });

  server.post('/api/account/passkeys/', async (request) => {
    const token = await requireOwnToken(request);
    return account.startPasskey(token, parseInput(currentPasswordInput, request.body));
  });

  server.put('/api/account/passkeys/', async (request) => {
    const token = await requireOwnToken(request);
    return account.addPasskey(token, parseInput(addPasskeyInput, request.body));
  });

  server.put<{ Params: { key: string } }>('/api/account/passkeys/:key/', async (request, reply) => {
    const token = await requireOwnToken(request);
    const pk = parsePk(request.params.key);
    await account.renamePasskey(token, pk, parseInput(renamePasskeyInput, request.body));
    return reply.status(204).send();
  });

  server.post<{ Params: { key: string } }>('/api/account/passkeys/:key/remove/', async (request, reply) => {
    const token = await requireOwnToken(request);
    const pk = parsePk(request.params.key);
    await account.removePasskey(token, pk, parseInput(currentPasswordInput, request.body));
    return reply.status(204).send();
  });

  server.delete('/api/account/devices/', async (request, reply) => {
    await account.endOtherDevices(await requireOwnToken(request));
    return reply.status(204).send();
  });

  server.delete<{ Params: { id: string } }>('/api/account/devices/:id/', async (request, reply) => {
    await account.endDevice(await requireOwnToken(request), request.params.id);
    return reply.status(204).send();
  });
}
