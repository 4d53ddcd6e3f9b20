import type { BookingImport } from '../import/booking-import.ts';
import type { BookingOfMeeting } from '../repositories/bookings.repository.ts';
import type { SimplybookContext } from '../simplybook.context.ts';

const CANCEL = 'simplybook.cancel';
/** About a day, with growing delays of at most an hour. */
const CANCEL_RETRIES = 30;

/**
 * Cancels in SimplyBook.me, in a job, meetings that GoPath has already canceled: the mentor was removed, or an
 * account was deleted or disabled.
 */
export function createLaterCancellations(
  { jobs, api, tables: { bookings, people } }: SimplybookContext,
  bookingImport: BookingImport,
) {
  /** Returns whether a booking belongs to the people of its meeting, as GoPath knows them. */
  async function isOfSamePeople(
    { studentPk, providerIds, clientId }: BookingOfMeeting,
    booking: { providerId: number; clientId: number },
  ): Promise<boolean> {
    const isOfStudent =
      clientId === null ||
      clientId === booking.clientId ||
      (await people.personOf('client', booking.clientId))?.pk === studentPk;
    return isOfStudent && providerIds.includes(booking.providerId);
  }

  /**
   * Cancels the booking. If it was given to other people there and GoPath had not read that yet, applies it instead.
   */
  async function cancelThere(canceled: BookingOfMeeting): Promise<void> {
    const readNumber = await bookings.nextRead();
    const booking = await api.readBooking(canceled.id, { isBackground: true });
    if (booking === null || booking.state === 'canceled') return;
    if (await isOfSamePeople(canceled, booking)) {
      await api.cancelBooking(canceled.id, { isBackground: true });
    } else {
      await bookingImport.apply(booking, { readNumber });
    }
  }

  jobs.register<BookingOfMeeting | { id: number }>(
    CANCEL,
    (canceled) =>
      // A job of the previous version has only the number.
      'meetingPk' in canceled
        ? cancelThere(canceled)
        : api.cancelBooking(canceled.id, { isBackground: true }),
    { retries: CANCEL_RETRIES, retryDelay: 60 },
  );

  return {
    /** Queues the cancellation there of meetings that GoPath canceled. Call it in the transaction of the change. */
    async cancelLater(meetingPks: readonly number[]): Promise<void> {
      for (const booking of await bookings.bookingsOf(meetingPks)) {
        await jobs.send(CANCEL, booking, { singletonKey: `meeting ${booking.meetingPk}` });
      }
    },
  };
}
