import { useSyncExternalStore } from 'react';
import { Select } from '#src/ui/fields/Select.tsx';
import type { DeviceKind, LocalMedia } from '../call/local-media.ts';
import { LevelMeter } from './LevelMeter.tsx';

const LABELS: Record<DeviceKind, string> = { camera: 'Camera', microphone: 'Microphone', speaker: 'Speaker' };

/** Chooses camera, microphone and speaker. A list that the browser does not offer is left out. */
export function DeviceSettings({ media }: { media: LocalMedia }) {
  const { devices, chosen, microphone, camera } = useSyncExternalStore(media.subscribe, media.read);
  const used = {
    camera: camera?.getSettings().deviceId ?? chosen.camera,
    microphone: microphone?.getSettings().deviceId ?? chosen.microphone,
    speaker: chosen.speaker,
  };
  return (
    <div className="grid gap-3">
      {(['camera', 'microphone', 'speaker'] as const)
        .filter((kind) => devices[kind].length > 0)
        .map((kind) => (
          <div key={kind} className="grid gap-2">
            <Select
              label={LABELS[kind]}
              value={used[kind]}
              options={devices[kind].map(({ id, label }) => ({ value: id, label }))}
              onChange={({ target }) => void media.choose(kind, target.value)}
            />
            {kind === 'microphone' && <LevelMeter track={microphone} />}
          </div>
        ))}
    </div>
  );
}
