import { useState } from 'react';
import { EarlierVersionBanner } from '#src/ui/feedback/EarlierVersionBanner.tsx';
import { ScoreForm, type ScoreFormProps } from './ScoreForm.tsx';

/** The form of a new score. A create without a response is repeated with the same key, even after a reload. */
export function NewScoreForm<Values extends object>({
  onCreate,
  onDone,
  ...form
}: Omit<ScoreFormProps<Values>, 'onSubmit' | 'onCancel'> & {
  onCreate: (values: Values & { idempotencyKey: string }) => Promise<unknown>;
  onDone: () => void;
}) {
  const { draft } = form;
  /** Whether the form has newer values than what was added. */
  const [sentEarlier, setSentEarlier] = useState(false);
  return (
    <div className="grid gap-4">
      {sentEarlier && <EarlierVersionBanner of="this score" />}
      <ScoreForm
        {...form}
        submitLabel="Add score"
        onCancel={onDone}
        onSubmit={async (values) => {
          const { isNewest } = await draft.createOnce((_, idempotencyKey) =>
            onCreate({ ...values, idempotencyKey }),
          );
          setSentEarlier(!isNewest);
          await (isNewest ? draft.saved() : draft.keepNewer(null));
          if (isNewest) onDone();
        }}
      />
    </div>
  );
}
