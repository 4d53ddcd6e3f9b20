import { ensureBuilt } from '../../scripts/ensure-built.ts';

/** What the tests open is what the sources say, also when one spec is run by hand. */
export default function setUp() {
  ensureBuilt();
}
