import clsx from 'clsx';
import type { ReactElement } from 'react';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';

/** The look of a round button of the call. */
export const ROUND_BUTTON = 'size-11! rounded-full! border [&_svg]:size-5!';

/** Turns the microphone or camera on and off; red while it is off. */
export function MediaToggle({
  isOn,
  labels: [turnOn, turnOff],
  icons: [off, on],
  shortcut,
  onChange,
}: {
  isOn: boolean;
  labels: [turnOn: string, turnOff: string];
  icons: [off: ReactElement, on: ReactElement];
  shortcut?: string;
  onChange: (on: boolean) => void;
}) {
  return (
    <IconButton
      label={isOn ? turnOff : turnOn}
      icon={isOn ? on : off}
      shortcut={shortcut}
      onClick={() => onChange(!isOn)}
      className={clsx(ROUND_BUTTON, isOn ? 'bg-surface text-text!' : 'bg-danger-soft text-danger!')}
    />
  );
}
