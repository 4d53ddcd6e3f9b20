import { z } from 'zod';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { parseInput } from '../../lib/parse-input.ts';
import type { RouteContext } from '../../http/route-context.ts';

const lookupQuery = z.object({ query: z.string({ error: 'Enter a search text' }) });

/** Registers the lookups of the sign-up form: public, and limited by IP address. */
export function registerRoadmapRoutes({ server, services }: RouteContext) {
  // Schools (ROAD-047).
  server.get('/api/get_school/', async (request) => {
    const { query } = parseInput(lookupQuery, request.query);
    await services.roadmap.lookups.requireLookup(request.ip);
    const { edges } = await services.roadmap.lookups.schools({ q: query });
    return edges.map(({ node: { pk, name, city, state } }) => ({
      id: toGlobalId('School', pk),
      name,
      city,
      state,
    }));
  });

  // Majors (ROAD-048).
  server.get('/api/get_cipcode/', async (request) => {
    const { query } = parseInput(lookupQuery, request.query);
    await services.roadmap.lookups.requireLookup(request.ip);
    const { edges } = await services.roadmap.lookups.majors({ q: query });
    return edges.map(({ node: { pk, cipcode4, description } }) => ({
      id: toGlobalId('Cipcode4', pk),
      cipcode4,
      description,
    }));
  });
}
