import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import type { CurrentMembership, FailedPayment } from '#shared/memberships/responses.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { buttonClass } from '#src/ui/buttons/button-class.ts';
import { nextText, payByText } from '../texts.ts';

/** A link to the membership in the settings. */
function SettingsLink({ children }: { children: string }) {
  return (
    <Link to={paths.settings} className={buttonClass('secondary')}>
      {children}
    </Link>
  );
}

/** The banners about payments: why access is read-only, or by when to update a failed payment. */
export function MembershipBanner({
  membership,
  failedPayments,
  readOnlyReason,
  canPay,
}: {
  membership: CurrentMembership | null;
  /** The reader's children whose last payment failed. */
  failedPayments: readonly FailedPayment[];
  /** Why access is read-only; undefined with full access. */
  readOnlyReason: string | undefined;
  /** Whether the reader can pay for a lapsed membership. */
  canPay: boolean;
}) {
  const hasFailed = membership?.state === 'payment_failed';
  return (
    <div className="mb-4 grid gap-2 empty:hidden print:hidden">
      {(readOnlyReason !== undefined || hasFailed) && (
        <Banner
          tone={hasFailed ? 'warning' : 'accent'}
          action={
            (hasFailed || canPay) && (
              <SettingsLink>{hasFailed ? 'Update payment' : 'Renew membership'}</SettingsLink>
            )
          }
        >
          {readOnlyReason ?? `The last payment failed. ${membership === null ? '' : nextText(membership)}`}
        </Banner>
      )}
      {failedPayments.map(({ pk, full_name: name, access_ends_at: end }) => (
        <Banner key={pk} tone="warning" action={<SettingsLink>Update payment</SettingsLink>}>
          The last payment for {name} failed. {end !== null && payByText(end)}
        </Banner>
      ))}
    </div>
  );
}
