/** The schemas of responses about people, for surfaces that load them lazily. */
import '#src/lib/zod-without-eval.ts';

export { me } from '#shared/users/responses.ts';
