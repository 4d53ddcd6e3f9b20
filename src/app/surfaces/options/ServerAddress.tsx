import { type FormEvent, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Me } from '#shared/users/responses.ts';
import { userKeys } from '#src/features/users/queries.ts';
import { send } from '#src/messaging/send.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { showSuccess } from '#src/ui/feedback/snackbar.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { allowServer } from '../extension/allow-server.ts';
import { useWorkerAction } from '../extension/useWorkerAction.ts';
import { deleteAllUnsent, deleteUnsent, isAllShown, readAllUnsent } from '../../shell/offline/unsent-data.ts';

function deletionWarning(summary: string): string {
  return `This deletes what is not sent to the current server yet: ${summary}.`;
}

/**
 * The address of the GoPath server. The browser must allow a new one, and the worker checks it before use. Without
 * React Hook Form, which validates asynchronously: Firefox asks for a permission only synchronously within the click.
 */
export function ServerAddress({ server, isSignedIn }: { server: string; isSignedIn: boolean }) {
  const client = useQueryClient();
  const [address, setAddress] = useState(server);
  const unsent = useQuery({
    queryKey: ['unsent', 'all'],
    queryFn: readAllUnsent,
    staleTime: 0,
  });
  const unsentSummary = unsent.data?.text ?? '';
  const { run, busy, error } = useWorkerAction(async () => {
    await allowServer(address.trim());
    // Editors beside this page may have stored drafts since the summary was shown.
    const { data: latest } = await unsent.refetch();
    if (!isAllShown(latest?.ids, unsent.data?.ids)) {
      throw new Error(`${deletionWarning(latest?.text ?? '')} Press again to continue.`);
    }
    const me = client.getQueryData<Me>(userKeys.me());
    await send('set_server', { address: address.trim() });
    // Unsent data is stored by the person's pk, which is different on another server.
    if (me !== undefined) await deleteUnsent(me);
    await deleteAllUnsent();
    showSuccess('Server changed. Sign in to continue.');
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run();
  };
  const isChanged = address.trim().replace(/\/+$/, '') !== server;
  return (
    <Card title="Server">
      <form noValidate onSubmit={submit} className="grid gap-3">
        <TextField
          label="Address"
          type="url"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          error={error ?? undefined}
          hint={
            isChanged && unsentSummary !== ''
              ? deletionWarning(unsentSummary)
              : isChanged && isSignedIn
                ? 'You will be signed out, and can sign in at the new server.'
                : 'Your browser will ask before the extension uses another address.'
          }
        />
        <div>
          <Button
            type="submit"
            busy={busy}
            {...(isChanged ? {} : { disabledReason: 'Enter another address first.' })}
          >
            Check and use
          </Button>
        </div>
      </form>
    </Card>
  );
}
