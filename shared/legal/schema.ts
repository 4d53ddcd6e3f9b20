import { z } from 'zod';

/** `POST /api/me/accept_terms/`: the version that the person agrees to. */
export const acceptTermsInput = z.strictObject({ version: z.string().max(20) });
