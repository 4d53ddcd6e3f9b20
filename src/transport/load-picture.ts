import { parsePicturePath } from '#shared/users/picture.ts';
import type { Transport } from './transport.ts';

/** Loads a person's picture as a `data:` address: an `img` element cannot send the token. */
export async function loadPicture({ rest }: Pick<Transport, 'rest'>, path: string): Promise<string> {
  const picture = parsePicturePath(path);
  if (picture === null) throw new Error('This is no address of a picture.');
  const { pk, version } = picture;
  const data = await rest({ endpoint: 'userPicture', params: { pk }, search: { v: version } });
  return String(data);
}
