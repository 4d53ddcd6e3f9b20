import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import type { DeviceProblem, LocalMediaState } from '../call/local-media.ts';

const REASONS: Record<DeviceProblem, (device: string) => string> = {
  denied: (device) => `Your browser does not let GoPath use your ${device}.`,
  missing: (device) => `No ${device} was found.`,
  busy: (device) => `Your ${device} could not be started. Another program may be using it.`,
  stopped: (device) => `Your ${device} stopped. Check that it is connected.`,
};

/** Says why camera or microphone do not work, and what to do. */
export function DeviceProblems({
  problems,
  onRetry,
  onDismiss,
}: {
  problems: LocalMediaState['problems'];
  onRetry: () => void;
  /** Hides the message. Only for a call, where it covers the videos. */
  onDismiss?: () => void;
}) {
  const { camera, microphone } = problems;
  const isSame = camera !== null && camera === microphone;
  const texts = isSame
    ? [REASONS[camera](camera === 'missing' ? 'camera or microphone' : 'camera and microphone')]
    : [camera && REASONS[camera]('camera'), microphone && REASONS[microphone]('microphone')].filter(Boolean);
  if (texts.length === 0) return null;
  return (
    <Banner tone="warning" action={<Button onClick={onRetry}>Try again</Button>} onDismiss={onDismiss}>
      <p>{texts.join(' ')}</p>
      {(camera === 'denied' || microphone === 'denied') && (
        <p>
          To allow it, select the icon at the start of the address bar, allow camera and microphone, then try
          again.{onDismiss === undefined && ' You can also join without them.'}
        </p>
      )}
    </Banner>
  );
}
