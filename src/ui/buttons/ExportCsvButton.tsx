import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { saveFile } from '../../lib/save-file.ts';
import { showError } from '../feedback/snackbar.ts';
import { Button } from './Button.tsx';

/** Downloads a list as a CSV file. */
export function ExportCsvButton({
  load,
  fileName,
  failureText,
}: {
  /** Returns the `data:` address of the file. */
  load: () => Promise<string>;
  fileName: string;
  failureText: string;
}) {
  const download = useMutation({
    mutationFn: load,
    onSuccess: (file) => saveFile(file, fileName),
    onError: () => showError(failureText),
  });
  return (
    <Button
      icon={<Download aria-hidden className="size-4" />}
      busy={download.isPending}
      onClick={() => download.mutate()}
    >
      Export CSV
    </Button>
  );
}
