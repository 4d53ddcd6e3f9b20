import { z } from 'zod';
import { isTimeZone } from './time-zone.ts';

/** The time zone of a new person whose browser's zone is not known. */
export const DEFAULT_TIME_ZONE = 'America/Los_Angeles';

/** The message for a name that is no time zone. */
export const UNKNOWN_TIME_ZONE = 'This time zone is not known';

/** An IANA name such as America/New_York. */
export const timeZoneName = z.string('Choose a time zone').refine(isTimeZone, UNKNOWN_TIME_ZONE);
