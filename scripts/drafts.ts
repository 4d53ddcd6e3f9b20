/**
 * How many drafts survive, in a real browser: `node scripts/drafts.ts [ROUNDS]` (100 of each disaster by default).
 * The end-to-end tests go through each once.
 */
import { measureDrafts } from '../tests/durability/drafts.ts';
import { ensureBuilt } from './ensure-built.ts';

ensureBuilt();
for await (const figures of measureDrafts(Number(process.argv[2] ?? 100))) console.log(figures);
