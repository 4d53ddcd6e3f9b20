import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MembershipLength } from '#shared/memberships/responses.ts';
import { membershipDetail, paymentPage, planList } from '#shared/memberships/detail-responses.ts';
import type { CorrectionInput, PlanInput } from '#shared/memberships/schema.ts';
import { requestRest } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { membershipQueries } from './queries.ts';

/** Opens the payment page of a plan. */
export function useCheckout(pk: number) {
  return useMutation({
    mutationFn: (length: MembershipLength) =>
      requestRest(paymentPage, { endpoint: 'checkout', params: { pk }, body: { membership_length: length } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => showError(error.message),
  });
}

/** Opens the page that manages the payment. */
export function usePaymentPortal(pk: number) {
  return useMutation({
    mutationFn: () => requestRest(paymentPage, { endpoint: 'paymentPortal', params: { pk } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => showError(error.message),
  });
}

/** Grants or removes meetings or reviews. The form shows errors. */
export function useCorrectMembership(pk: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CorrectionInput) =>
      requestRest(membershipDetail, { endpoint: 'correctMembership', params: { pk }, body }),
    onSuccess: (detail) => {
      client.setQueryData(membershipQueries.detail(pk).queryKey, detail);
      showSuccess('Membership corrected');
    },
    // The correction may be stored if only the response was lost.
    onError: () => void client.invalidateQueries({ queryKey: membershipQueries.detail(pk).queryKey }),
  });
}

/** Changes a plan. The form shows errors. */
export function useChangePlan(length: MembershipLength) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PlanInput) =>
      requestRest(planList, { endpoint: 'changeMembershipPlan', params: { length }, body }),
    onSuccess: (plans) => {
      client.setQueryData(membershipQueries.plans().queryKey, plans);
      showSuccess('Plan changed');
    },
  });
}
