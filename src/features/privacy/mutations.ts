import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { AppError } from '#shared/kernel/errors.ts';
import { type PersonalData, personalData } from '#shared/privacy/responses.ts';
import { saveFile } from '#src/lib/save-file.ts';
import { requestRest } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { privacyQueries } from './queries.ts';

function messageOf(error: unknown, otherwise: string): string {
  const isExplained = error instanceof AppError && ['CONFLICT', 'RATE_LIMITED'].includes(error.code);
  return isExplained ? error.message : otherwise;
}

/** The actions that return the person's export and requested deletion. */
const ACTIONS = {
  startDataExport: { done: null, failed: 'Could not start the export. Try again.' },
  requestDeletion: { done: 'Deletion requested', failed: 'Could not request the deletion. Try again.' },
  withdrawDeletion: { done: 'Deletion canceled', failed: 'Could not cancel the deletion. Try again.' },
} as const;

/** Starts an export, requests a deletion or cancels it. */
export function usePersonalDataAction(endpoint: keyof typeof ACTIONS, pk: number) {
  const queries = useQueryClient();
  const { done, failed } = ACTIONS[endpoint];
  return useMutation({
    mutationFn: (): Promise<PersonalData> => requestRest(personalData, { endpoint, params: { pk } }),
    onSuccess: (data) => {
      queries.setQueryData(privacyQueries.personalData(pk).queryKey, data);
      if (done !== null) showSuccess(done);
    },
    onError: (error) => showError(messageOf(error, failed)),
  });
}

/** Downloads an export. The server allows one complete download; an interrupted one can be repeated. */
export function useDownloadExport(pk: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (exportPk: number) =>
      requestRest(z.string(), { endpoint: 'downloadDataExport', params: { pk: exportPk } }),
    onSuccess: (file) => saveFile(file, 'gopath-data.zip'),
    onError: (error) => {
      const isUsed = error instanceof AppError && error.code === 'NOT_FOUND';
      showError(`Could not download the export. ${isUsed ? 'Export the data again.' : 'Try again.'}`);
      void queries.invalidateQueries(privacyQueries.personalData(pk));
    },
  });
}
