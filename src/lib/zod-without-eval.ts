/** Imported before the first schema: zod must not compile schemas with `new Function`, which our CSP forbids. */
import { config } from 'zod/mini';

config({ jitless: true });
