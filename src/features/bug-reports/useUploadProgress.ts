import { useEffect, useState } from 'react';
import { onUploadProgress, type UploadProgress } from '#src/transport/report-outbox.ts';

/** Returns the uploaded bytes of a report's screenshot; null when unknown, as in the extension. */
export function useUploadProgress(id: string): UploadProgress | null {
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  useEffect(
    () =>
      onUploadProgress((latest) => {
        if (latest.id === id) setProgress(latest);
      }),
    [id],
  );
  return progress;
}
