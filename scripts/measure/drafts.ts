/**
 * `node scripts/measure/drafts.ts [ROUNDS [essays]]` (100 of each crash by default): measures how many drafts survive
 * in a real browser. The end-to-end tests run each crash once.
 */
import { measureDrafts } from '../../tests/durability/drafts.ts';
import { ensureBuilt } from '../ensure-built.ts';

ensureBuilt();
for await (const figures of measureDrafts(
  Number(process.argv[2] ?? 100),
  process.argv[3] === 'essays' ? 'essays' : undefined,
))
  console.log(figures);
