import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Monitoring } from '../monitoring/monitoring.ts';
import type { Services } from '../services.ts';
import type { Authentication } from './authentication.ts';

/** The dependencies of a feature's REST routes. */
export interface RouteContext {
  server: FastifyInstance;
  services: Services;
  authentication: Authentication;
  config: Config;
  monitoring: Monitoring;
}
