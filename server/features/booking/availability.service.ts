import { AVAILABILITY_DEFAULTS, availabilityInput, BOOKING_MESSAGES } from '#shared/booking/schema.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { isCapable } from '#shared/kernel/capabilities.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { AvailabilityRepository, type StoredAvailability } from './availability.repository.ts';

/** The settings of a mentor; version 0 until they are saved for the first time. */
export interface AvailabilitySettings extends StoredAvailability {
  /** Whether families book the times of SimplyBook instead, so that these settings have no effect. */
  isSetInSimplybook: boolean;
}

function requireMentor(actor: Actor): void {
  if (!isCapable(actor, 'offer_meetings')) {
    throw new AppError('FORBIDDEN', 'Only mentors offer hours for meetings.');
  }
}

/** Creates the service of mentors' availability. */
export function createAvailabilityService({
  config,
  database,
  clock,
}: Pick<ServiceDependencies, 'config' | 'database' | 'clock'>) {
  const repository = new AvailabilityRepository(database);

  async function read(actor: Actor): Promise<AvailabilitySettings> {
    const defaults = {
      ...AVAILABILITY_DEFAULTS,
      timeZone: actor.timeZone,
      hours: [],
      overrides: [],
      version: 0,
    };
    const stored = (await repository.find(actor.pk)) ?? defaults;
    return { ...stored, isSetInSimplybook: config.simplybook !== undefined };
  }

  return {
    /** Reads the mentor's own settings. */
    async own(actor: Actor): Promise<AvailabilitySettings> {
      requireMentor(actor);
      return read(actor);
    },

    /** Replaces the mentor's own settings. @throws AppError CONFLICT when another window changed them */
    async save(actor: Actor, given: unknown): Promise<AvailabilitySettings> {
      requireMentor(actor);
      const input = parseInput(availabilityInput, given);
      await database.transaction(async () => {
        if (!(await repository.save(actor.pk, input, clock.now()))) {
          throw new AppError('CONFLICT', BOOKING_MESSAGES.availabilityChanged);
        }
        await repository.replaceHours(actor.pk, input);
      });
      return read(actor);
    },
  };
}
