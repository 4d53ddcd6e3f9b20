/**
 * Builds the web app, the extensions and the gallery for the end-to-end tests, in parallel with the checks
 * (see scripts/test.ts).
 */
import { findFirefox } from '../tests/helpers/browser/find-firefox.ts';
import { ensureBuilt, ensureFirefoxBuilt, ensureGalleryBuilt } from './ensure-built.ts';

ensureBuilt();
ensureGalleryBuilt();
if (findFirefox() !== null) ensureFirefoxBuilt();
