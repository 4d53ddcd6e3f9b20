import { permittedBy } from '#shared/kernel/access.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { parsePk, pkOfGlobalId, toGlobalId } from '#shared/kernel/ids.ts';
import type { ListResponse, TemplatedList } from '#shared/tasks/responses.ts';
import {
  addTemplatedListInput,
  createListInput,
  createTemplateInput,
  favoriteInput,
  updateListInput,
} from '#shared/tasks/schema.ts';
import { parseInput } from '../../lib/parse-input.ts';
import type { RouteContext } from '../../http/route-context.ts';
import type { TaskList } from './lists/lists.service.ts';
import type { Template } from './templates/templates.service.ts';

interface Params {
  Params: { key: string };
}

function toTemplateResponse(template: Template): TemplatedList {
  return {
    id: toGlobalId('TemplatedList', template.pk),
    pk: template.pk,
    title: template.title,
    description: template.description,
    task_count: template.tasks.length,
    shipped: template.shipped,
  };
}

/** Registers the routes of lists, favorites, templated lists and task deletion; the rest of tasks is GraphQL. */
export function registerTaskRoutes({ server, services, authentication }: RouteContext) {
  const { lists, tasks, templates } = services;

  async function toResponses({ access }: Actor, found: readonly TaskList[]): Promise<ListResponse[]> {
    const open = await lists.openTaskPks(found);
    return found.map((list) => ({
      id: toGlobalId('TaskList', list.pk),
      pk: list.pk,
      name: list.name,
      slug: list.slug,
      color: list.color,
      private: list.private,
      user_id: list.ownerPk,
      user_full_name: list.ownerFullName,
      tasks: open.get(list.pk) ?? [],
      favorites: list.favorite ? [list.pk] : [],
      permissions: permittedBy(access, list.permissions),
    }));
  }

  async function toResponse(actor: Actor, list: TaskList): Promise<ListResponse> {
    const [only] = await toResponses(actor, [list]);
    return only as ListResponse;
  }

  server.get('/api/lists/', async (request) => {
    const actor = await authentication.requireActor(request);
    return toResponses(actor, await lists.ofUser(actor, actor.pk));
  });

  server.post('/api/lists/', async (request, reply) => {
    const actor = await authentication.requireActor(request);
    const list = await lists.create(actor, parseInput(createListInput, request.body));
    return reply.status(201).send(await toResponse(actor, list));
  });

  server.put<Params>('/api/lists/:key/', async (request) => {
    const actor = await authentication.requireActor(request);
    const input = parseInput(updateListInput, request.body);
    return toResponse(actor, await lists.update(actor, request.params.key, input));
  });

  server.delete<Params>('/api/lists/:key/', async (request) => {
    const actor = await authentication.requireActor(request);
    const { key } = request.params;
    return { slug: key, tasks: await lists.remove(actor, key) };
  });

  server.post<Params>('/api/lists/:key/template/', async (request, reply) => {
    const actor = await authentication.requireActor(request);
    const { title } = parseInput(createTemplateInput, request.body ?? {});
    return reply.status(201).send(toTemplateResponse(await templates.make(actor, request.params.key, title)));
  });

  server.get<Params>('/api/users/:key/lists/', async (request) => {
    const actor = await authentication.requireActor(request);
    return toResponses(actor, await lists.ofUser(actor, parsePk(request.params.key)));
  });

  server.get('/api/me/favorites/', async (request) => {
    const actor = await authentication.requireActor(request);
    return toResponses(actor, await lists.favorites(actor));
  });

  server.post('/api/me/favorites/', async (request, reply) => {
    const actor = await authentication.requireActor(request);
    const { list_id: list } = parseInput(favoriteInput, request.body);
    return reply.status(201).send(await toResponse(actor, await lists.addFavorite(actor, list)));
  });

  server.delete<Params>('/api/me/favorites/:key/', async (request) => {
    const actor = await authentication.requireActor(request);
    const id = pkOfGlobalId('TaskList', request.params.key) ?? parsePk(request.params.key);
    await lists.removeFavorite(actor, id);
    return { id };
  });

  server.get('/api/list_templates/', async (request) => {
    const actor = await authentication.requireActor(request);
    return (await templates.list(actor)).map(toTemplateResponse);
  });

  server.delete<Params>('/api/list_templates/:key/', async (request) => {
    const actor = await authentication.requireActor(request);
    const pk = parsePk(request.params.key);
    await templates.remove(actor, pk);
    return { pk };
  });

  server.post('/api/add_templated_list/', async (request, reply) => {
    const actor = await authentication.requireActor(request);
    const list = await templates.addTo(actor, parseInput(addTemplatedListInput, request.body));
    return reply.status(201).send(await toResponse(actor, list));
  });

  server.delete<Params>('/api/tasks/:key/', async (request) => {
    const actor = await authentication.requireActor(request);
    const pk = parsePk(request.params.key);
    const { restorableUntil } = await tasks.remove(actor, pk);
    return { pk, restorable_until: restorableUntil.toISOString() };
  });

  server.post<Params>('/api/tasks/:key/restore/', async (request) => {
    const actor = await authentication.requireActor(request);
    const pk = parsePk(request.params.key);
    await tasks.restore(actor, pk);
    return { pk };
  });
}
