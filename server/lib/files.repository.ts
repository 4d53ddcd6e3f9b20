import type { Database } from '../db/database.ts';
import type { Picture } from './pictures.ts';

/** Records a file. Call it before the file is stored, so that the clean-up finds the file after a crash. */
export async function insertFile(
  database: Database,
  {
    name,
    ownerPk,
    picture: { contentType, width, height, bytes },
    at,
  }: { name: string; ownerPk: number; picture: Picture; at: Date },
): Promise<void> {
  await database.kysely
    .insertInto('files')
    .values({ name, ownerPk, contentType, width, height, bytes: bytes.length, createdAt: at })
    .execute();
}

/** Deletes the record of a file. */
export async function deleteFile(database: Database, name: string): Promise<void> {
  await database.query('DELETE FROM files WHERE name = $1', [name]);
}
