import { useState } from 'react';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { useStartTour } from './useStartTour.ts';

/** Offers the guided tour during the first visit. */
export function TourOffer() {
  const [isOpen, setOpen] = useState(true);
  const startTour = useStartTour();
  if (!isOpen) return null;
  return (
    <div className="mb-4 print:hidden">
      <Banner
        action={
          <Button
            onClick={() => {
              setOpen(false);
              startTour();
            }}
          >
            Take the tour
          </Button>
        }
        onDismiss={() => setOpen(false)}
      >
        New to GoPath? See the main pages in a minute.
      </Banner>
    </div>
  );
}
