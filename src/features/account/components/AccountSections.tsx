import { useQuery } from '@tanstack/react-query';
import { Card } from '#src/ui/display/Card.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { ReadOnlyContext } from '#src/ui/read-only.ts';
import { accountQueries } from '../queries.ts';
import { DevicesSection } from './DevicesSection.tsx';
import { EmailSection } from './EmailSection.tsx';
import { PasskeysSection } from './PasskeysSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { RecoveryCodesSection } from './RecoveryCodesSection.tsx';
import { SecondFactorSection } from './SecondFactorSection.tsx';

/** The security sections of the settings: email, password, second factors and signed-in devices. */
export function AccountSections({
  email,
  onPasswordChanged,
}: {
  email: string;
  /** Called after the change; the person is signed out. */
  onPasswordChanged: () => void;
}) {
  const { data, isError, refetch, isFetching } = useQuery(accountQueries.account());
  if (data === undefined) {
    return isError ? (
      <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <SkeletonText lines={8} />
    );
  }
  const { devices, passkeys, second_factor: secondFactor } = data;
  if (devices === null || passkeys === null || secondFactor === null) {
    return (
      <Card title="Email, password and devices">
        <p className="text-muted">
          Your sign-in provider manages your email, password and signed-in devices. Change them there.
        </p>
      </Card>
    );
  }
  return (
    <ReadOnlyContext value={false}>
      <EmailSection email={email} />
      <PasswordSection email={email} onChanged={onPasswordChanged} />
      <PasskeysSection passkeys={passkeys} hasCodes={secondFactor.on} />
      <SecondFactorSection on={secondFactor.on} hasPasskeys={passkeys.length > 0} />
      {(secondFactor.on || passkeys.length > 0) && (
        <RecoveryCodesSection left={secondFactor.recovery_codes_left} hasCodes={secondFactor.on} />
      )}
      <DevicesSection devices={devices} />
    </ReadOnlyContext>
  );
}
