import { ObservableState } from '#src/lib/observable-state.ts';

/** Why a camera or microphone cannot be used. */
export type DeviceProblem = 'denied' | 'missing' | 'busy' | 'stopped';

export type DeviceKind = 'camera' | 'microphone' | 'speaker';

/** The person's own devices and what they send. */
export interface LocalMediaState {
  /** Whether the browser is asking for permission. */
  isAsking: boolean;
  devices: Record<DeviceKind, { id: string; label: string }[]>;
  chosen: Record<DeviceKind, string>;
  camera: MediaStreamTrack | null;
  microphone: MediaStreamTrack | null;
  isMicrophoneOn: boolean;
  problems: { camera: DeviceProblem | null; microphone: DeviceProblem | null };
  /** The shared screen. */
  screen: MediaStream | null;
}

const KINDS: Record<MediaDeviceKind, DeviceKind> = {
  videoinput: 'camera',
  audioinput: 'microphone',
  audiooutput: 'speaker',
};

const STORAGE_KEY = 'gopath-room-devices';

function readChosen(): Record<DeviceKind, string> {
  const none = { camera: '', microphone: '', speaker: '' };
  try {
    return { ...none, ...(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as object) };
  } catch {
    return none;
  }
}

function problemOf(error: unknown): DeviceProblem {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy';
}

/** The camera, microphone and screen of this browser. The chosen devices are remembered on this device. */
export class LocalMedia {
  readonly #state = new ObservableState<LocalMediaState>({
    isAsking: false,
    devices: { camera: [], microphone: [], speaker: [] },
    chosen: readChosen(),
    camera: null,
    microphone: null,
    isMicrophoneOn: true,
    problems: { camera: null, microphone: null },
    screen: null,
  });
  readonly subscribe = this.#state.subscribe;
  readonly read = this.#state.read;
  /** The stream of camera and microphone. It stays the same object when its tracks change. */
  readonly stream = new MediaStream();
  #isStopped = false;
  readonly #onDeviceChange = () => void this.#listDevices();

  /** Asks for camera and microphone. */
  async start(): Promise<void> {
    this.#isStopped = false;
    navigator.mediaDevices.addEventListener('devicechange', this.#onDeviceChange);
    this.#state.set({ isAsking: true });
    try {
      const found = await navigator.mediaDevices.getUserMedia({
        audio: this.#constraints('microphone'),
        video: this.#constraints('camera'),
      });
      this.#take('camera', found.getVideoTracks()[0] ?? null);
      this.#take('microphone', found.getAudioTracks()[0] ?? null);
    } catch {
      // Tries each device alone, because one of the two may work.
      await this.#acquire('microphone');
      await this.#acquire('camera');
    }
    this.#state.set({ isAsking: false });
    await this.#listDevices();
  }

  /** Mutes or unmutes; the device stays open, so that unmuting is instant. */
  async setMicrophone(on: boolean): Promise<void> {
    this.#state.set({ isMicrophoneOn: on });
    const { microphone } = this.#state.read();
    if (microphone !== null) microphone.enabled = on;
    else if (on) await this.#acquire('microphone');
  }

  /** Turns the camera on or off; off also turns off its light. */
  async setCamera(on: boolean): Promise<void> {
    if (on) await this.#acquire('camera');
    else this.#take('camera', null);
  }

  /** Tries only the devices with a problem again. */
  async retry(): Promise<void> {
    const { camera, microphone } = this.#state.read().problems;
    if (microphone !== null) await this.#acquire('microphone');
    if (camera !== null) await this.#acquire('camera');
  }

  /** Hides the problems that the person has read. */
  dismissProblems() {
    this.#state.set({ problems: { camera: null, microphone: null } });
  }

  async choose(kind: DeviceKind, id: string): Promise<void> {
    const chosen = { ...this.#state.read().chosen, [kind]: id };
    this.#state.set({ chosen });
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(chosen));
    } catch {
      // Without storage the choice lasts until the page closes.
    }
    if (kind !== 'speaker' && this.#state.read()[kind] !== null) await this.#acquire(kind);
  }

  /** Shares a screen that the person chooses. Does nothing when they cancel. */
  async shareScreen(): Promise<void> {
    let screen: MediaStream;
    try {
      screen = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: true });
    } catch {
      return;
    }
    if (this.#isStopped) return stopAll(screen);
    screen.getVideoTracks()[0]?.addEventListener('ended', () => this.stopSharing());
    this.#state.set({ screen });
  }

  stopSharing() {
    const { screen } = this.#state.read();
    if (screen === null) return;
    stopAll(screen);
    this.#state.set({ screen: null });
  }

  /** Turns everything off. */
  stop() {
    this.#isStopped = true;
    navigator.mediaDevices.removeEventListener('devicechange', this.#onDeviceChange);
    this.stopSharing();
    this.#take('camera', null);
    this.#take('microphone', null);
  }

  #constraints(kind: 'camera' | 'microphone'): MediaTrackConstraints {
    const id = this.#state.read().chosen[kind];
    const device = id === '' ? {} : { deviceId: { ideal: id } };
    return kind === 'camera'
      ? { ...device, width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { max: 30 } }
      : { ...device, echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  }

  async #acquire(kind: 'camera' | 'microphone'): Promise<void> {
    // Stops the old track first, because some systems open a device only once.
    if (this.#state.read()[kind] !== null) this.#take(kind, null);
    try {
      const found = await navigator.mediaDevices.getUserMedia({
        [kind === 'camera' ? 'video' : 'audio']: this.#constraints(kind),
      });
      this.#take(kind, found.getTracks()[0] ?? null);
    } catch (error) {
      this.#setProblem(kind, problemOf(error));
    }
  }

  #setProblem(kind: 'camera' | 'microphone', problem: DeviceProblem) {
    this.#state.set({ problems: { ...this.#state.read().problems, [kind]: problem } });
  }

  /** Replaces the track of a device. */
  #take(kind: 'camera' | 'microphone', track: MediaStreamTrack | null) {
    if (track !== null && this.#isStopped) return track.stop();
    const state = this.#state.read();
    const current = state[kind];
    if (current !== null) {
      current.stop();
      this.stream.removeTrack(current);
    }
    if (track !== null) {
      if (kind === 'microphone') track.enabled = state.isMicrophoneOn;
      this.stream.addTrack(track);
      // The device was unplugged, or its permission withdrawn.
      track.addEventListener('ended', () => {
        if (this.#state.read()[kind] !== track) return;
        this.#take(kind, null);
        this.#setProblem(kind, 'stopped');
      });
    }
    const problems = track === null ? state.problems : { ...state.problems, [kind]: null };
    this.#state.set({ [kind]: track, problems } as Partial<LocalMediaState>);
  }

  async #listDevices(): Promise<void> {
    const devices: LocalMediaState['devices'] = { camera: [], microphone: [], speaker: [] };
    for (const { kind, deviceId, label } of await navigator.mediaDevices.enumerateDevices()) {
      if (deviceId !== '' && label !== '') devices[KINDS[kind]].push({ id: deviceId, label });
    }
    this.#state.set({ devices });
  }
}

function stopAll(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop();
}
