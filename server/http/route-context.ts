import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Services } from '../services.ts';
import type { Authentication } from './authentication.ts';

/** What a feature's REST routes need. */
export interface RouteContext {
  server: FastifyInstance;
  services: Services;
  authentication: Authentication;
  config: Config;
}
