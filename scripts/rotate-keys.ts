/** Adds a new signing key and cookie key: `npm run rotate-keys`. docs/operations.md says when and how. */
import { readConfig } from '#server/config.ts';
import { SecretStore } from '#server/identity/embedded/secrets/secrets.ts';
import { openDatabase } from '#server/start.ts';

const config = readConfig(process.env);
const { database, close } = await openDatabase(config);
try {
  await new SecretStore(database, config.secretsKeys).rotate();
  console.log('Keys rotated. Restart the server: until then it signs with the previous key.');
} finally {
  await close();
}
