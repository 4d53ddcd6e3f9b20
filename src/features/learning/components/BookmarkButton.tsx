import { Bookmark } from 'lucide-react';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { useBookmark } from '../mutations.ts';

/** Bookmarks an article, or removes the bookmark. */
export function BookmarkButton({
  slug,
  title,
  bookmarked,
}: {
  slug: string;
  title: string;
  bookmarked: boolean;
}) {
  const { mutate, isPending, variables } = useBookmark(slug);
  const isOn = isPending ? variables : bookmarked;
  return (
    <IconButton
      label={`Bookmark ${title}`}
      icon={<Bookmark className={isOn ? 'fill-current' : ''} />}
      aria-pressed={isOn}
      onClick={() => mutate(!isOn)}
      className="print:hidden"
    />
  );
}
