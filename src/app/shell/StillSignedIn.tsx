import { StoredText } from '#src/ui/feedback/StoredText.tsx';

/** Says what is safe when the signed-in person could not be loaded. */
export function StillSignedIn() {
  return (
    <p className="text-muted">
      You are still signed in. <StoredText />
    </p>
  );
}
