/** Builds the web app and extensions for the end-to-end tests, in parallel with the checks (see scripts/test.ts). */
import { findFirefox } from '../tests/helpers/browser/find-firefox.ts';
import { ensureBuilt, ensureFirefoxBuilt } from './ensure-built.ts';

ensureBuilt();
if (findFirefox() !== null) ensureFirefoxBuilt();
