/** A text with the search text highlighted, ignoring case. */
export function Highlight({ text, match }: { text: string; match: string }) {
  const needle = match.trim();
  if (!needle) return text;
  const parts = text.split(new RegExp(`(${needle.replace(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)})`, 'giu'));
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
