import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { ACCOUNT_LIMITS, type SecondFactorCodeInput, secondFactorCodeInput } from '#shared/account/schema.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { showFormError } from '../form-error.ts';
import { type CodePurpose, useSendCode } from '../mutations.ts';

/** Asks for a one-time code. Its submit button is outside, with `form={id}`. */
export function CodeForm({
  id,
  purpose,
  onBusy,
  onDone,
}: {
  id: string;
  purpose: CodePurpose;
  onBusy: (isBusy: boolean) => void;
  /** Gets the new recovery codes, if there are any. */
  onDone: (recoveryCodes: string[]) => void;
}) {
  const send = useSendCode(purpose);
  const form = useForm<SecondFactorCodeInput>({
    resolver: zodResolver(secondFactorCodeInput),
    defaultValues: { code: '' },
  });
  const { register, handleSubmit, formState } = form;
  const submit = handleSubmit(async (values) => {
    onBusy(true);
    try {
      onDone(await send.mutateAsync(values));
    } catch (error) {
      showFormError(error, form, 'Could not check the code. Try again.');
    } finally {
      onBusy(false);
    }
  });
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Code"
        autoComplete="one-time-code"
        maxLength={ACCOUNT_LIMITS.code}
        required
        data-autofocus
        hint={
          purpose === 'confirmSecondFactor'
            ? 'The 6 digits that your app shows.'
            : 'The 6 digits of your app, or a recovery code.'
        }
        error={formState.errors.code?.message}
        {...register('code')}
      />
    </form>
  );
}
