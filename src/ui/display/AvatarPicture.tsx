import type { ReactNode } from 'react';
import { usePicture } from '#src/lib/pictures.ts';

/**
 * A person's picture; the initials until it is loaded. This code loads on demand, because the extension's surfaces have
 * a size limit.
 */
export function AvatarPicture({ path, children }: { path: string; children: ReactNode }) {
  const picture = usePicture(path);
  return picture === undefined ? children : <img src={picture} alt="" className="size-full object-cover" />;
}
