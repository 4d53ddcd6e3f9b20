import { ensureBuilt, ensureFirefoxBuilt, ensureGalleryBuilt } from '../../scripts/ensure-built.ts';
import { findFirefox } from '../helpers/browser/find-firefox.ts';
import { prepareData } from './server.ts';
import { startPool } from './server-pool.ts';

/** Builds what the tests open, also when one spec is run by hand, and prepares the data of their servers. */
export default async function setUp() {
  ensureBuilt();
  ensureGalleryBuilt();
  if (findFirefox() !== null) ensureFirefoxBuilt();
  const deleteData = await prepareData();
  const stopPool = await startPool();
  return async () => {
    await stopPool();
    await deleteData();
  };
}
