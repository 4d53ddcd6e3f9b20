import { parsePicturePath } from '#shared/users/picture.ts';

/** The request for a picture, which the transport sends. */
type Send = (request: {
  endpoint: 'userPicture';
  params: { pk: number };
  search: { v: string };
}) => Promise<unknown>;

/** Loads a person's picture as a `data:` address: an `img` element cannot send the token. */
export async function loadPicture(send: Send, path: string): Promise<string> {
  const picture = parsePicturePath(path);
  if (picture === null) throw new Error('This is no address of a picture.');
  const { pk, version } = picture;
  return String(await send({ endpoint: 'userPicture', params: { pk }, search: { v: version } }));
}
