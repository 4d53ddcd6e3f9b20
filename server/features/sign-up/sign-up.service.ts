import { randomBytes } from 'node:crypto';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { dateIn } from '#shared/kernel/time-zone.ts';
import { DEFAULT_TIME_ZONE } from '#shared/kernel/time-zone-schema.ts';
import { SIGN_UP_SUCCESSFUL } from '#shared/session/sign-up-results.ts';
import { CONSENT_REQUIRED, isOldEnough, UNDER_AGE } from '#shared/session/schema.ts';
import type { OpenSignUp, ResumedSignUp, SignUpResult } from '#shared/sign-up/responses.ts';
import { type ContinueSignUpInput, continueSignUpInput, SIGN_UP_MESSAGES } from '#shared/sign-up/schema.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import type { TokenIdentity } from '../../identity/access-token.ts';
import { hashOf } from '../../lib/hash.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import type { PaymentsService } from '../memberships/payments.service.ts';
import type { RoadmapService } from '../roadmap/roadmap.service.ts';
import { type SignUpAnswers, SignUpRepository } from './sign-up.repository.ts';

export type SignUpService = ReturnType<typeof createSignUpService>;

/** How long the answers for an external provider wait for the first sign-in. */
const ANSWERS_DAYS = 7;
const DAY_MS = 86_400_000;

const linkExpired = () => new AppError('NOT_FOUND', SIGN_UP_MESSAGES.linkExpired);
const alreadyDone = () => new AppError('CONFLICT', SIGN_UP_MESSAGES.done);

/**
 * Creates the service of the sign-up step after the account (AUTH-010). It completes the student of the
 * embedded identity provider, or stores the answers for the first sign-in at an external one.
 */
export function createSignUpService(
  { config, database, clock, identity }: ServiceDependencies,
  { roadmap, payments }: { roadmap: RoadmapService; payments: PaymentsService },
) {
  const repository = new SignUpRepository(database);
  const requests = createRateLimit(database, { name: 'sign-up-continued', attempts: 60, seconds: 15 * 60 });
  const resumes = createRateLimit(database, { name: 'sign-up-resumed', attempts: 60, seconds: 15 * 60 });
  const isExternal = identity.accounts === null;

  function answersOf(input: ContinueSignUpInput, now: Date): SignUpAnswers {
    return {
      firstName: input.first_name,
      lastName: input.last_name,
      year: input.year,
      graduationYear: input.graduation_year,
      schoolId: input.school_id ?? null,
      cipcode4Ids: input.cipcode4_ids,
      birthday: input.birthday ?? null,
      consentedAt: input.consent === true ? now.toISOString() : null,
    };
  }

  /** Stores the answers of a student who first signs in later. The response is the same for known addresses. */
  async function storeAnswers(input: ContinueSignUpInput, now: Date): Promise<void> {
    if (input.birthday === undefined) throw invalid('birthday', 'Enter your date of birth.');
    if (input.consent !== true) throw invalid('consent', CONSENT_REQUIRED);
    if (!isOldEnough(input.birthday, now)) {
      throw new AppError('FORBIDDEN', `${UNDER_AGE.title}. ${UNDER_AGE.text}`);
    }
    const expiresAt = new Date(now.getTime() + ANSWERS_DAYS * DAY_MS);
    const { email } = input;
    const answers = answersOf(input, now);
    if (!(await repository.insert(hashOf(input.session_id), { email, answers, now, expiresAt }))) {
      throw alreadyDone();
    }
  }

  /**
   * Stores the answers of the embedded provider's student.
   * @param next `complete` completes the sign-up; `pay` leaves that to the payment, and the answers can still change
   * @returns the student's pk
   */
  async function saveStudent(
    input: ContinueSignUpInput,
    now: Date,
    next: 'complete' | 'pay',
  ): Promise<number> {
    return database.transaction(async () => {
      const signUp = await repository.findLocked(hashOf(input.session_id), now);
      if (signUp === undefined || signUp.userPk === null) throw linkExpired();
      if (signUp.email.toLowerCase() !== input.email.toLowerCase()) {
        throw invalid('email', SIGN_UP_MESSAGES.otherEmail);
      }
      if (signUp.completedAt !== null) throw alreadyDone();
      const answers = answersOf(input, now);
      await repository.rename(signUp.userPk, answers.firstName, answers.lastName);
      await roadmap.createForSignUp(signUp.userPk, answers);
      if (next === 'complete') await repository.complete(signUp.pk, signUp.userPk, now);
      return signUp.userPk;
    });
  }

  return {
    /** Returns what the form has to ask. @throws AppError NOT_FOUND when the session is unknown or has expired */
    async open(session: string, ip: string): Promise<OpenSignUp> {
      await requests.require(ip);
      const signUp = await repository.find(hashOf(session), clock.now());
      if (signUp === undefined && !isExternal) throw linkExpired();
      await requests.refund(ip);
      return {
        state: signUp !== undefined && signUp.completedAt !== null ? 'complete' : 'open',
        draft: String(signUp?.userPk ?? session),
        first_name: signUp?.firstName ?? '',
        last_name: signUp?.lastName ?? '',
        asks_age: isExternal,
        plans: isExternal ? [] : await payments.offeredPlans(),
      };
    },

    /**
     * Starts a new sign-up session for a signed-in student who has not finished the form.
     * @throws AppError NOT_FOUND when there is nothing to finish
     */
    async resume(actor: Actor): Promise<ResumedSignUp> {
      await resumes.require(String(actor.pk));
      const session = randomBytes(32).toString('base64url');
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + DAY_MS);
      const stored = { sessionHash: hashOf(session), now, expiresAt };
      const email = await repository.insertSession(actor.pk, stored);
      if (email === undefined) throw notFound();
      return { state: session, email };
    },

    /**
     * Continues a sign-up with the answers of the form (AUTH-030).
     * @throws AppError INVALID_INPUT, NOT_FOUND for an unknown session, CONFLICT for a complete one, FORBIDDEN under 13
     */
    async continue(request: unknown, ip: string): Promise<SignUpResult> {
      await requests.require(ip);
      const now = clock.now();
      const thisYear = Number(dateIn(DEFAULT_TIME_ZONE, now).slice(0, 4));
      const input = parseInput(continueSignUpInput(thisYear), request);
      await checkChoices(input);
      const { email, membership_length: length, session_id: session } = input;
      let checkoutUrl: string | null = null;
      if (isExternal) await storeAnswers(input, now);
      else {
        // A student of an external provider pays after the first sign-in.
        const isPaid = length !== 'free' && payments.isOn;
        const studentPk = await saveStudent(input, now, isPaid ? 'pay' : 'complete');
        if (isPaid) checkoutUrl = await payments.checkoutForSignUp(studentPk, { email, length, session });
      }
      // With an external provider the client chooses the session id, so only the limit bounds the stored rows.
      if (!isExternal) await requests.refund(ip);
      return {
        status: 200,
        message: SIGN_UP_SUCCESSFUL,
        checkout_url: checkoutUrl,
        continue_url: config.identity.continueUrl ?? null,
      };
    },

    /**
     * Creates the student of a first sign-in at an external provider, from the stored answers of the same browser. The
     * provider must have verified the address.
     */
    async completeBySignIn(
      session: string,
      identity: TokenIdentity,
      verifiedEmail: () => Promise<string | null>,
    ): Promise<void> {
      const now = clock.now();
      const waiting = await repository.find(hashOf(session), now);
      if (waiting === undefined || waiting.answers === null) return;
      const email = await verifiedEmail();
      if (email === null || email.toLowerCase() !== waiting.email.toLowerCase()) return;
      await database.transaction(async () => {
        const signUp = await repository.findLocked(hashOf(session), now);
        if (signUp === undefined || signUp.answers === null) return;
        const { issuer, subject } = identity;
        const pk = await repository.insertStudent({ issuer, subject, email }, signUp.answers);
        if (pk === undefined) return;
        await roadmap.createForSignUp(pk, signUp.answers);
        await repository.complete(signUp.pk, pk, now);
      });
    },
  };

  /** Checks school and majors, with the names of the request's fields. */
  async function checkChoices({ school_id: schoolId, cipcode4_ids: cipcode4Ids }: ContinueSignUpInput) {
    try {
      await roadmap.checkChoices({ schoolId: schoolId ?? null, cipcode4Ids });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'INVALID_INPUT') throw error;
      throw invalid(error.fields?.['schoolId'] === undefined ? 'cipcode4_ids' : 'school_id', error.message);
    }
  }
}
