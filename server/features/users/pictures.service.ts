import type { Actor } from '#shared/kernel/actor.ts';
import { notFound } from '#shared/kernel/errors.ts';
import { canSeePerson } from '#shared/users/policy.ts';
import { PICTURE_SIZE, picturePath } from '#shared/users/picture.ts';
import { pictureInput } from '#shared/users/schema.ts';
import { batchByActor } from '../../db/batch-by-actor.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { readPicture } from '../../lib/pictures.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import { recordStudentReads } from '../../lib/security-log.ts';
import { deleteFile, insertFile } from '../../lib/files.repository.ts';
import { newFileName } from '../../storage/storage.ts';
import { PicturesRepository } from './pictures.repository.ts';

/** Creates the service for pictures of people. */
export function createPicturesService({ database, clock, storage }: ServiceDependencies) {
  const repository = new PicturesRepository(database);
  const uploads = createRateLimit(database, { name: 'picture', attempts: 30, seconds: 3600 });
  const fileOf = batchByActor((_actor, pks) => repository.files(pks));

  async function replace(actor: Actor, file: string | null): Promise<void> {
    const previous = await repository.replace(actor.pk, file);
    if (previous === null) return;
    await storage.delete(previous);
    await deleteFile(database, previous);
  }

  return {
    /**
     * Replaces the person's own picture with a re-encoded square.
     * @returns its address
     * @throws AppError INVALID_INPUT, RATE_LIMITED
     */
    async change(actor: Actor, request: unknown): Promise<string | null> {
      await uploads.require(String(actor.pk));
      const { picture: base64 } = parseInput(pictureInput, request);
      const picture = await readPicture(Buffer.from(base64, 'base64'), {
        field: 'picture',
        square: PICTURE_SIZE,
      });
      const name = newFileName();
      await insertFile(database, { name, ownerPk: actor.pk, picture, at: clock.now() });
      await storage.put(name, picture.bytes, picture.contentType);
      await replace(actor, name);
      return picturePath(actor.pk, name);
    },

    /** Removes the person's own picture. */
    remove: (actor: Actor): Promise<void> => replace(actor, null),

    /** Reads a person's picture. @throws AppError NOT_FOUND, also for a person the actor cannot see */
    async read(actor: Actor, pk: number): Promise<Uint8Array> {
      const person = await repository.find(pk, [actor.pk, ...actor.studentPks]);
      if (person === undefined || person.picture === null || !canSeePerson(actor, person)) throw notFound();
      const bytes = await storage.get(person.picture);
      if (bytes === null) throw notFound();
      if (person.role === 'student') await recordStudentReads(database, actor, 'summary', [pk], clock.now());
      return bytes;
    },

    /** Returns the address of a person's picture; null without one. */
    async pathOf(actor: Actor, pk: number): Promise<string | null> {
      return picturePath(pk, (await fileOf(actor, pk)) ?? null);
    },
  };
}
