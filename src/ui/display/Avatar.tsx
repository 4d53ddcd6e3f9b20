import clsx from 'clsx';
import { Suspense } from 'react';
import { lazyPart } from '#src/lib/lazy-part.ts';

const AvatarPicture = lazyPart(async () => (await import('./AvatarPicture.tsx')).AvatarPicture);

/** Returns the first letters of the first and last word of a name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('');
}

const SIZE = {
  small: 'size-6 text-xs tracking-tight',
  medium: 'size-7 text-xs',
  large: 'size-10 text-base',
  page: 'size-14 text-xl',
};

/**
 * A person's picture in a circle, or the initials without one. Hidden from screen readers; set `alone` where the name
 * is not shown.
 */
export function Avatar({
  name,
  picture,
  size = 'medium',
  alone = false,
}: {
  name: string;
  /** The address of the picture, if there is one. */
  picture?: string | null | undefined;
  size?: keyof typeof SIZE;
  alone?: boolean;
}) {
  const letters = initials(name);
  return (
    <span
      data-private
      {...(alone ? { role: 'img', 'aria-label': name, title: name } : { 'aria-hidden': true })}
      className={clsx(
        'inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-accent-soft font-semibold text-accent-text select-none',
        SIZE[size],
      )}
    >
      {picture ? (
        <Suspense fallback={letters}>
          <AvatarPicture path={picture}>{letters}</AvatarPicture>
        </Suspense>
      ) : (
        letters
      )}
    </span>
  );
}
