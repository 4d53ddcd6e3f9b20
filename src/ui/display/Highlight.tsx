/**
 * A text with the search text highlighted, ignoring case.
 * @param props.words whether to highlight each word of the search text
 */
export function Highlight({ text, match, words = false }: { text: string; match: string; words?: boolean }) {
  const needles = (words ? match.split(/\s+/) : [match.trim()]).filter((needle) => needle !== '');
  if (needles.length === 0) return text;
  const pattern = needles.map((needle) => needle.replace(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)).join('|');
  const parts = text.split(new RegExp(`(${pattern})`, 'giu'));
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      <mark key={index} className="bg-transparent font-semibold text-accent-text">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
