import {
  changeEmailInput,
  changePasswordInput,
  secondFactorCodeInput,
  startSecondFactorInput,
} from '#shared/account/schema.ts';
import { parseInput } from '../../lib/parse-input.ts';
import type { RouteContext } from '../../http/route-context.ts';

/** Registers `/api/account/…`: a person's own email, password, one-time codes and signed-in devices. */
export function registerAccountRoutes({ server, services, authentication }: RouteContext) {
  const { account } = services;

  server.get('/api/account/', async (request) => {
    await authentication.requireActor(request);
    return account.read(await authentication.requireToken(request));
  });

  server.put('/api/account/password/', async (request, reply) => {
    await authentication.requireActor(request);
    const token = await authentication.requireToken(request);
    await account.changePassword(token, parseInput(changePasswordInput, request.body));
    return reply.status(204).send();
  });

  server.put('/api/account/email/', async (request, reply) => {
    await authentication.requireActor(request);
    const token = await authentication.requireToken(request);
    await account.changeEmail(token, parseInput(changeEmailInput, request.body));
    return reply.status(204).send();
  });

  server.post('/api/account/second_factor/', async (request) => {
    await authentication.requireActor(request);
    const token = await authentication.requireToken(request);
    return account.startSecondFactor(token, parseInput(startSecondFactorInput, request.body));
  });

  server.put('/api/account/second_factor/', async (request) => {
    await authentication.requireActor(request);
    const token = await authentication.requireToken(request);
    return account.confirmSecondFactor(token, parseInput(secondFactorCodeInput, request.body));
  });

  server.post('/api/account/second_factor/recovery_codes/', async (request) => {
    await authentication.requireActor(request);
    const token = await authentication.requireToken(request);
    return account.renewRecoveryCodes(token, parseInput(secondFactorCodeInput, request.body));
  });

  server.post('/api/account/second_factor/remove/', async (request, reply) => {
    await authentication.requireActor(request);
    const token = await authentication.requireToken(request);
    await account.turnOffSecondFactor(token, parseInput(secondFactorCodeInput, request.body));
    return reply.status(204).send();
  });

  server.delete('/api/account/devices/', async (request, reply) => {
    await authentication.requireActor(request);
    await account.endOtherDevices(await authentication.requireToken(request));
    return reply.status(204).send();
  });

  server.delete<{ Params: { id: string } }>('/api/account/devices/:id/', async (request, reply) => {
    await authentication.requireActor(request);
    await account.endDevice(await authentication.requireToken(request), request.params.id);
    return reply.status(204).send();
  });
}
