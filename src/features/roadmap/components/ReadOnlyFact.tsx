/** A field of an entry for people who cannot change it. */
export function ReadOnlyFact({ label, text }: { label: string; text: string }) {
  return (
    <div className="grid content-start gap-1">
      <span className="font-medium">{label}</span>
      <span className="wrap-anywhere whitespace-pre-wrap text-muted">{text}</span>
    </div>
  );
}
