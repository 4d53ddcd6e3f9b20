import { ensureBuilt, ensureFirefoxBuilt } from '../../scripts/ensure-built.ts';
import { findFirefox } from '../helpers/find-firefox.ts';

/** What the tests open is what the sources say, also when one spec is run by hand. */
export default function setUp() {
  ensureBuilt();
  if (findFirefox() !== null) ensureFirefoxBuilt();
}
