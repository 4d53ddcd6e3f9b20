/** Builds what the end-to-end tests open, in a process beside the checks (see scripts/test.ts). */
import { findFirefox } from '../tests/helpers/find-firefox.ts';
import { ensureBuilt, ensureFirefoxBuilt } from './ensure-built.ts';

ensureBuilt();
if (findFirefox() !== null) ensureFirefoxBuilt();
