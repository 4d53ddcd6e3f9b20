import { useEffect, useState } from 'react';
import { findPassage } from './find-passage.ts';
import { rangeOf, readText } from './passages.ts';
import type { EssayComment } from './queries.ts';

/** The names of the highlights in rich-text.css. */
const HIGHLIGHTS = { all: 'passage', active: 'passage-active' } as const;

/** Returns the element with the text of an essay; null while the editor loads. */
export function textOf(container: Element | null): Element | null {
  return container?.querySelector('.rich-text') ?? null;
}

/**
 * Highlights the passages of open comments inside a container, also while the text changes. It does not change the
 * text's elements. Browsers without the Highlight API show no highlights.
 * @returns the ids of the comments whose passage still exists
 */
export function usePassages(
  container: Element | null,
  comments: readonly EssayComment[],
  activeId: string | null,
): ReadonlySet<string> {
  const [found, setFound] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    if (container === null) return;
    const canHighlight = 'highlights' in CSS;
    let frame = 0;
    const show = () => {
      const root = textOf(container);
      if (root === null) return;
      const shown = readText(root);
      const ranges = comments.flatMap((comment) => {
        const span = findPassage(shown.text, comment);
        const range = span === null ? null : rangeOf(shown, span);
        return range === null ? [] : [{ id: comment.id, range }];
      });
      const ids = new Set(ranges.map(({ id }) => id));
      setFound((before) =>
        before.size === ids.size && [...ids].every((id) => before.has(id)) ? before : ids,
      );
      if (!canHighlight) return;
      const of = (isActive: boolean) =>
        ranges.filter(({ id }) => (id === activeId) === isActive).map(({ range }) => range);
      CSS.highlights.set(HIGHLIGHTS.all, new Highlight(...of(false)));
      CSS.highlights.set(HIGHLIGHTS.active, new Highlight(...of(true)));
    };
    const showSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(show);
    };
    showSoon();
    const observer = new MutationObserver(showSoon);
    observer.observe(container, { childList: true, characterData: true, subtree: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      if (!canHighlight) return;
      for (const name of Object.values(HIGHLIGHTS)) CSS.highlights.delete(name);
    };
  }, [container, comments, activeId]);
  return found;
}

/** Scrolls to the passage of a comment. */
export function scrollToPassage(container: Element | null, comment: EssayComment): void {
  const root = textOf(container);
  if (root === null) return;
  const shown = readText(root);
  const span = findPassage(shown.text, comment);
  const node = span === null ? null : rangeOf(shown, span)?.startContainer;
  node?.parentElement?.scrollIntoView({ block: 'center' });
}
