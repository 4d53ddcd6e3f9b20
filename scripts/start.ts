import { ensureBuilt } from './ensure-built.ts';

ensureBuilt();
await import('#server/main.ts');
