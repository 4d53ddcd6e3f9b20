import { ImagePlus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { PICTURE_LIMITS } from '#shared/kernel/picture.ts';
import type { Me } from '#shared/users/responses.ts';
import { Avatar } from '#src/ui/display/Avatar.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { FieldError } from '#src/ui/fields/FieldError.tsx';
import { readPicture } from '../crop-picture.ts';
import { useRemovePicture } from '../picture-mutations.ts';

const PictureDialog = lazy(async () => ({ default: (await import('./PictureDialog.tsx')).PictureDialog }));

/** The person's own picture: upload, replace and remove. */
export function PictureField({ me }: { me: Me }) {
  const chooser = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const remove = useRemovePicture();
  const hasPicture = me.picture !== null;

  async function choose(file: File) {
    const read = await readPicture(file);
    setProblem('problem' in read ? read.problem : undefined);
    if ('address' in read) setAddress(read.address);
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Avatar name={me.full_name} picture={me.picture} size="page" />
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label="Picture"
          accept={PICTURE_LIMITS.types.join(',')}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // Clears the input, so that choosing the same file again is a change too.
            event.target.value = '';
            if (file !== undefined) void choose(file);
          }}
        />
        <Button
          writes
          icon={<ImagePlus aria-hidden className="size-4" />}
          onClick={() => chooser.current?.click()}
        >
          {hasPicture ? 'Change picture' : 'Upload picture'}
        </Button>
        {hasPicture && (
          <Button
            variant="ghost"
            busy={remove.isPending}
            icon={<Trash2 aria-hidden className="size-4" />}
            onClick={() => remove.mutate()}
          >
            Remove picture
          </Button>
        )}
      </div>
      <FieldError id="picture-file-problem" error={problem} />
      {address !== null && (
        <Suspense>
          <PictureDialog address={address} onClose={() => setAddress(null)} />
        </Suspense>
      )}
    </div>
  );
}
