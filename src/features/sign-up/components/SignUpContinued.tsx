import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import {
  DEFAULT_MEMBERSHIP_LENGTH,
  type MembershipLength,
  type OfferedPlan,
} from '#shared/memberships/responses.ts';
import { SIGN_UP_FAILED } from '#shared/session/sign-up-results.ts';
import { isOldEnough, UNDER_AGE } from '#shared/session/schema.ts';
import type { SignUpResult } from '#shared/sign-up/responses.ts';
import { SIGN_UP_MESSAGES, type SignUpForm as Values } from '#shared/sign-up/schema.ts';
import { rememberSignUp } from '#src/transport/sign-up-session.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { buttonClass } from '#src/ui/buttons/button-class.ts';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { isCorrectable, sessionOf, type SignUpAddress, useContinueSignUp } from '../continue-sign-up.ts';
import { signUpQueries } from '../queries.ts';
import { SignUpForm } from './SignUpForm.tsx';
import { SignUpSteps } from './SignUpSteps.tsx';

/** The form that chooses a plan. */
export interface PlanFormProps {
  label: string;
  plans: readonly OfferedPlan[];
  initial: MembershipLength;
  onSubmit: (length: MembershipLength) => void;
  /** Returns the buttons below the plans. */
  children: (chosen: MembershipLength) => ReactNode;
}

/** A page of the sign-up without a form. */
function Message({ title, text }: { title: string; text: string }) {
  return (
    <div role="alert">
      <h1 className="text-2xl font-semibold">{title}</h1>
      <p className="mt-2 text-muted">{text}</p>
      <Link to={paths.signIn} className={buttonClass('secondary', 'mt-6 w-full')}>
        Sign in
      </Link>
    </div>
  );
}

/** The step that chooses the membership. */
function MembershipStep({
  planForm,
  plans,
  initial,
  problem,
  isSending,
  onSubmit,
  onBack,
}: {
  planForm: (props: PlanFormProps) => ReactNode;
  plans: readonly OfferedPlan[];
  initial: MembershipLength;
  /** The error of the last try. */
  problem: ReactNode;
  isSending: boolean;
  onSubmit: (chosen: MembershipLength) => void;
  onBack: (chosen: MembershipLength) => void;
}) {
  return (
    <>
      <SignUpSteps current="Membership" hasPlans />
      <h1 className="text-2xl font-semibold">Membership</h1>
      <p className="mt-1 mb-4 text-muted">You can start free and change it later in the settings.</p>
      {problem}
      {planForm({
        label: 'Membership',
        plans,
        initial,
        onSubmit,
        children: (chosen) => (
          <>
            <Button type="submit" variant="primary" className="w-full" busy={isSending}>
              {chosen === 'free' ? 'Start free' : 'Continue to payment'}
            </Button>
            <Button variant="ghost" className="w-full" onClick={() => onBack(chosen)}>
              Back
            </Button>
          </>
        ),
      })}
    </>
  );
}

/** Replaces the form when it could not be loaded. */
function LoadFailure({
  error,
  isRetrying,
  onRetry,
}: {
  error: Error;
  isRetrying: boolean;
  onRetry: () => void;
}) {
  return (
    <div role="alert">
      <h1 className="text-2xl font-semibold">Could not load your sign-up</h1>
      <p className="mt-2 text-muted">{error.message} Your account is safe. Try again in a moment.</p>
      <Button className="mt-6 w-full" busy={isRetrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

function isMissing(error: Error | null): boolean {
  return error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'INVALID_INPUT');
}

/** /sign_up_continued/ (AUTH-010): the rest of a sign-up after the account was created. */
export function SignUpContinued({
  address,
  planForm,
  onStored,
  onContinue,
}: {
  address: SignUpAddress;
  /** Shows the plans to choose from; they belong to another feature. */
  planForm: (props: PlanFormProps) => ReactNode;
  /** Stores the result for the next page (AUTH-032, AUTH-033). */
  onStored: (result: { message: string; success: boolean; status: number }) => void;
  /** Continues at the external identity provider (AUTH-020). */
  onContinue: (result: SignUpResult) => void;
}) {
  const navigate = useNavigate();
  const session = sessionOf(address);
  const signUp = useQuery(signUpQueries.open(session));
  const send = useContinueSignUp(address);
  const [isTooYoung, setTooYoung] = useState(false);
  /** The plan that was chosen before going back. */
  const [length, setLength] = useState<MembershipLength>(DEFAULT_MEMBERSHIP_LENGTH);
  /** The valid answers, while the membership is being chosen. */
  const [answers, setAnswers] = useState<{ values: Values; deleteDraft: () => Promise<void> } | null>(null);

  async function finish(values: Values, chosen: MembershipLength, deleteDraft: () => Promise<void>) {
    try {
      const asksAge = signUp.data?.asks_age === true;
      const result = await send.mutateAsync({ ...values, length: chosen, asksAge });
      if (result.checkout_url !== null) {
        // The draft stays until the payment is done.
        location.assign(result.checkout_url);
        return;
      }
      await deleteDraft();
      onStored({ message: result.message, success: true, status: result.status });
      if (address.authSession !== null) {
        rememberSignUp(session);
        onContinue(result);
      } else {
        await navigate(paths.home, { replace: true });
      }
    } catch (error) {
      if (isCorrectable(error)) return;
      onStored({ message: SIGN_UP_FAILED, success: false, status: 400 });
      await navigate(paths.home, { replace: true });
    }
  }

  async function submit(values: Values, deleteDraft: () => Promise<void>) {
    if (signUp.data?.asks_age === true && !isOldEnough(values.birthday)) {
      await deleteDraft();
      setTooYoung(true);
    } else if (signUp.data !== undefined && signUp.data.plans.length > 1) {
      send.reset();
      setAnswers({ values, deleteDraft });
    } else {
      await finish(values, 'free', deleteDraft);
    }
  }

  if (isTooYoung) return <Message {...UNDER_AGE} />;
  if (session === '' || address.email === '' || isMissing(signUp.error)) {
    return <Message title="This link no longer works" text={SIGN_UP_MESSAGES.linkExpired} />;
  }
  if (signUp.error !== null) {
    return (
      <LoadFailure
        error={signUp.error}
        isRetrying={signUp.isFetching}
        onRetry={() => void signUp.refetch()}
      />
    );
  }
  if (signUp.data === undefined) return <SkeletonText lines={10} />;
  if (signUp.data.state === 'complete') {
    return <Message title="You’re signed up" text={SIGN_UP_MESSAGES.done} />;
  }
  const { plans } = signUp.data;
  const problem = isCorrectable(send.error) && (
    <div className="mb-4">
      <Banner tone="danger">{send.error.message}</Banner>
    </div>
  );
  if (answers !== null) {
    return (
      <MembershipStep
        planForm={planForm}
        plans={plans}
        initial={length}
        problem={problem}
        isSending={send.isPending}
        onSubmit={(chosen) => void finish(answers.values, chosen, answers.deleteDraft)}
        onBack={(chosen) => {
          setLength(chosen);
          setAnswers(null);
        }}
      />
    );
  }
  return (
    <>
      <SignUpSteps current="About you" hasPlans={plans.length > 1} />
      <h1 className="text-2xl font-semibold">About you</h1>
      <p className="mt-1 mb-4 break-words text-muted">You’re signing up as {address.email}.</p>
      {address.isCanceled && (
        <div className="mb-4">
          <Banner>The payment was canceled. Nothing was charged.</Banner>
        </div>
      )}
      {problem}
      <SignUpForm key={signUp.data.draft} signUp={signUp.data} onSubmit={submit} />
    </>
  );
}
