import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import type { CurrentMembership } from '#shared/memberships/responses.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { buttonClass } from '#src/ui/buttons/button-class.ts';
import { nextText } from '../texts.ts';

/** The banner about payments: says why access is read-only, or by when to update a failed payment. */
export function MembershipBanner({
  membership,
  readOnlyReason,
  canPay,
}: {
  membership: CurrentMembership | null;
  /** Why access is read-only; undefined with full access. */
  readOnlyReason: string | undefined;
  /** Whether the reader can pay for a lapsed membership. */
  canPay: boolean;
}) {
  const hasFailed = membership?.state === 'payment_failed';
  if (readOnlyReason === undefined && !hasFailed) return null;
  const isPayable = hasFailed || canPay;
  return (
    <div className="mb-4 print:hidden">
      <Banner
        tone={hasFailed ? 'warning' : 'accent'}
        action={
          isPayable && (
            <Link to={paths.settings} className={buttonClass('secondary')}>
              {hasFailed ? 'Update payment' : 'Renew membership'}
            </Link>
          )
        }
      >
        {readOnlyReason ?? `The last payment failed. ${membership === null ? '' : nextText(membership)}`}
      </Banner>
    </div>
  );
}
