import type { FastifyRequest } from 'fastify';
import { permittedBy } from '#shared/kernel/access.ts';
import { entryOf, roomPermissions } from '#shared/rooms/policy.ts';
import type { Room, Seat } from '#shared/rooms/responses.ts';
import type { RouteContext } from '../../http/route-context.ts';
import type { HeldSeat } from './rooms.repository.ts';

interface Params {
  Params: { key: string };
}

/** Registers `/api/meeting_rooms/…`: a meeting's room, its seats, and the connection of a browser. */
export function registerRoomRoutes({ server, services: { rooms }, authentication }: RouteContext) {
  const accepted = new WeakMap<FastifyRequest, { connection: string; seat: HeldSeat }>();
  server.addHook('preClose', () => rooms.stop());

  server.get<Params>('/api/meeting_rooms/:key/', async (request): Promise<Room> => {
    const actor = await authentication.requireActor(request);
    const details = await rooms.get(actor, request.params.key);
    const { meeting, role, state, opensAt, closesAt, people, video } = details;
    return {
      meet_id: meeting.meetId,
      simplybook_id: meeting.simplybookId,
      name: meeting.name,
      starts_at: meeting.startsAt.toISOString(),
      ends_at: meeting.endsAt.toISOString(),
      opens_at: opensAt.toISOString(),
      closes_at: closesAt.toISOString(),
      state,
      entry: entryOf(role, state),
      permissions: permittedBy(actor.access, roomPermissions(role)),
      people: people.map((person) => ({ pk: person.pk, full_name: person.fullName, role: person.role })),
      video,
    };
  });

  server.post<Params>('/api/meeting_rooms/:key/seats/', async (request, reply): Promise<Seat> => {
    const actor = await authentication.requireActor(request);
    const seat = await rooms.takeSeat(actor, request.params.key, request.body);
    return reply.status(201).send(seat);
  });

  server.get<Params & { Querystring: { ticket?: unknown } }>(
    '/api/meeting_rooms/:key/socket/',
    {
      websocket: true,
      // Before the upgrade: a stranger gets the same 404 as for a room that does not exist.
      preValidation: async (request) => {
        const { ticket } = request.query;
        accepted.set(
          request,
          await rooms.useTicket(request.params.key, typeof ticket === 'string' ? ticket : ''),
        );
      },
    },
    (socket, request) => {
      const ticket = accepted.get(request);
      if (ticket !== undefined) rooms.connect(ticket, socket);
    },
  );
}
