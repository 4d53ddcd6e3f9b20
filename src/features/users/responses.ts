/** The shapes of answers about people, for surfaces that load them late; without eval there too. */
import '#src/lib/zod-without-eval.ts';

export { me } from '#shared/users/responses.ts';
