import { BOOKING_MESSAGES } from '#shared/booking/schema.ts';
import { slotText } from '#src/lib/dates/meeting-time-text.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { offeredSlots } from '../mutations.ts';

/** The error of a booking. If the time was taken, it offers the next free ones. */
export function TakenSlot({ error, onChoose }: { error: Error | null; onChoose: (slot: string) => void }) {
  if (error === null) return null;
  const offered = offeredSlots(error);
  return (
    <Banner tone="danger">
      <p className="font-medium">
        {error.message}
        {error.message === BOOKING_MESSAGES.taken && '.'}
      </p>
      {offered.length > 0 && (
        <div className="mt-1 grid gap-2">
          <p>Next free times:</p>
          <div className="flex flex-wrap gap-2">
            {offered.map((slot) => (
              <Button key={slot} onClick={() => onChoose(slot)}>
                {slotText(new Date(slot))}
              </Button>
            ))}
          </div>
        </div>
      )}
    </Banner>
  );
}
