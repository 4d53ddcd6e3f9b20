import type { IceServer } from '#shared/rooms/responses.ts';
import type { RoomSignal } from '#shared/rooms/schema.ts';

/** The media that this browser sends to every other one. */
export interface SentMedia {
  stream: MediaStream;
  camera: MediaStreamTrack | null;
  microphone: MediaStreamTrack | null;
  screen: MediaStream | null;
}

/** The state of the connection to another browser. */
export type LinkState = 'connecting' | 'connected' | 'lost';

/** How long a connection may be interrupted before its route is negotiated again. */
const INTERRUPTED_MS = 3000;
/** The pause between attempts while there is no route or no answer. */
const RETRY_MS = 5000;

/**
 * The WebRTC connection to one other browser, with perfect negotiation: both sides can change what they send at any
 * time, and of two offers that cross, the polite side withdraws its own.
 */
export class PeerLink {
  readonly connection: RTCPeerConnection;
  /** The streams of the other side, by id. */
  readonly streams = new Map<string, MediaStream>();
  readonly #isPolite: boolean;
  readonly #send: (signal: RoomSignal) => void;
  readonly #onChange: () => void;
  readonly #askForIceServers: () => void;
  readonly #senders = new Map<string, RTCRtpSender>();
  #isOffering = false;
  /** Whether this side may offer: the impolite side makes the first offer, so that first offers do not cross. */
  #mayOffer: boolean;
  #ignoresOffer = false;
  #isSettingAnswer = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** Repeats the pending offer. */
  #unanswered: ReturnType<typeof setTimeout> | undefined;
  /** Signals are handled one after the other. */
  #queue: Promise<void> = Promise.resolve();

  constructor(options: {
    isPolite: boolean;
    iceServers: readonly IceServer[];
    send: (signal: RoomSignal) => void;
    onChange: () => void;
    /** Asks the server for fresh credentials, before a new route. */
    askForIceServers: () => void;
  }) {
    this.#isPolite = options.isPolite;
    this.#mayOffer = !options.isPolite;
    this.#send = options.send;
    this.#onChange = options.onChange;
    this.#askForIceServers = options.askForIceServers;
    const connection = new RTCPeerConnection({ iceServers: [...options.iceServers] });
    this.connection = connection;
    // Connects two people even if neither sends anything.
    connection.createDataChannel('presence', { negotiated: true, id: 0 });
    connection.addEventListener('negotiationneeded', () => {
      if (this.#mayOffer) void this.#offer();
    });
    if (options.isPolite) this.#retry = setTimeout(() => this.#offerUnasked(), RETRY_MS);
    connection.addEventListener('icecandidate', ({ candidate }) =>
      this.#send({ candidate: candidate === null ? null : toJson(candidate) }),
    );
    connection.addEventListener('connectionstatechange', () => this.#watch());
    connection.addEventListener('track', ({ streams: [stream] }) => {
      if (stream === undefined) return;
      this.streams.set(stream.id, stream);
      stream.addEventListener('removetrack', () => {
        if (stream.getTracks().length === 0) this.streams.delete(stream.id);
        this.#onChange();
      });
      this.#onChange();
    });
  }

  get state(): LinkState {
    const { connectionState } = this.connection;
    if (connectionState === 'connected') return 'connected';
    return connectionState === 'failed' || connectionState === 'disconnected' ? 'lost' : 'connecting';
  }

  /** Sends these tracks from now on. */
  sync({ stream, camera, microphone, screen }: SentMedia) {
    this.#sync('microphone', microphone, stream);
    this.#sync('camera', camera, stream);
    const [picture = null] = screen?.getVideoTracks() ?? [];
    const [sound = null] = screen?.getAudioTracks() ?? [];
    this.#syncScreen('screen', picture, screen);
    this.#syncScreen('screen sound', sound, screen);
  }

  /** Limits the bitrate of the camera's video, so that a home connection can carry a call of six people. */
  async limit(people: number): Promise<void> {
    const sender = this.#senders.get('camera');
    if (sender === undefined) return;
    const parameters = sender.getParameters();
    for (const encoding of parameters.encodings) {
      encoding.maxBitrate = people > 4 ? 300_000 : people > 2 ? 800_000 : 1_800_000;
      encoding.scaleResolutionDownBy = people > 4 ? 2 : 1;
    }
    await sender.setParameters(parameters).catch(() => undefined);
  }

  receive(signal: RoomSignal) {
    this.#queue = this.#queue.then(() => this.#receive(signal)).catch(() => undefined);
  }

  setIceServers(iceServers: readonly IceServer[]) {
    this.connection.setConfiguration({ iceServers: [...iceServers] });
  }

  close() {
    clearTimeout(this.#retry);
    clearTimeout(this.#unanswered);
    this.connection.close();
  }

  #sync(kind: string, track: MediaStreamTrack | null, stream: MediaStream) {
    const sender = this.#senders.get(kind);
    if (sender !== undefined) {
      if (sender.track !== track) void sender.replaceTrack(track);
    } else if (track !== null) this.#senders.set(kind, this.connection.addTrack(track, stream));
  }

  /** Unlike a camera that is off, a screen that is no longer shared is removed. */
  #syncScreen(kind: string, track: MediaStreamTrack | null, stream: MediaStream | null) {
    const sender = this.#senders.get(kind);
    if (sender?.track === track) return;
    if (sender !== undefined) {
      this.connection.removeTrack(sender);
      this.#senders.delete(kind);
    }
    if (track !== null && stream !== null) this.#senders.set(kind, this.connection.addTrack(track, stream));
  }

  /** Makes the first offer in place of the other side, whose offer was lost. */
  #offerUnasked() {
    if (this.#mayOffer) return;
    this.#mayOffer = true;
    void this.#offer();
  }

  async #offer(): Promise<void> {
    try {
      this.#isOffering = true;
      await this.connection.setLocalDescription();
      this.#sendUntilAnswered();
    } catch {
      // The connection was closed, or the other side's offer came first and is answered instead.
    } finally {
      this.#isOffering = false;
    }
  }

  async #receive(signal: RoomSignal): Promise<void> {
    if ('description' in signal) {
      await this.#receiveDescription(signal.description as RTCSessionDescriptionInit);
    } else if ('candidate' in signal) {
      await this.#receiveCandidate((signal.candidate ?? undefined) as RTCIceCandidateInit | undefined);
    }
  }

  /** Handles an offer, which is answered, or the answer to our offer. */
  async #receiveDescription(description: RTCSessionDescriptionInit): Promise<void> {
    const { connection } = this;
    this.#mayOffer = true;
    const isStable =
      connection.signalingState === 'stable' ||
      (this.#isSettingAnswer && connection.signalingState === 'have-local-offer');
    const collides = description.type === 'offer' && (this.#isOffering || !isStable);
    this.#ignoresOffer = !this.#isPolite && collides;
    if (this.#ignoresOffer) return;
    this.#isSettingAnswer = description.type === 'answer';
    try {
      await connection.setRemoteDescription(description);
    } finally {
      this.#isSettingAnswer = false;
    }
    if (description.type === 'offer') {
      await connection.setLocalDescription();
      this.#sendDescription();
    }
  }

  async #receiveCandidate(candidate: RTCIceCandidateInit | undefined): Promise<void> {
    try {
      await this.connection.addIceCandidate(candidate);
    } catch (error) {
      // Candidates of an ignored offer cannot be added.
      if (!this.#ignoresOffer) throw error;
    }
  }

  /** Repeats an offer that got no answer: signals are lost when the connection to the server breaks. */
  #sendUntilAnswered() {
    this.#sendDescription();
    clearTimeout(this.#unanswered);
    this.#unanswered = setTimeout(() => {
      if (this.connection.signalingState === 'have-local-offer') this.#sendUntilAnswered();
    }, RETRY_MS);
  }

  #sendDescription() {
    const { localDescription } = this.connection;
    if (localDescription === null) return;
    this.#send({ description: { type: localDescription.type, sdp: localDescription.sdp } });
  }

  /** Negotiates a new route when the connection failed, or was interrupted for some seconds. */
  #watch() {
    clearTimeout(this.#retry);
    const { connectionState } = this.connection;
    if (connectionState === 'failed') this.#restart();
    if (connectionState === 'disconnected') this.#retry = setTimeout(() => this.#restart(), INTERRUPTED_MS);
    this.#onChange();
  }

  #restart() {
    this.#askForIceServers();
    this.connection.restartIce();
    this.#retry = setTimeout(() => {
      if (this.state === 'lost') this.#restart();
    }, RETRY_MS);
  }
}

function toJson(candidate: RTCIceCandidate) {
  const { candidate: text, sdpMid, sdpMLineIndex, usernameFragment } = candidate;
  return { candidate: text, sdpMid, sdpMLineIndex, usernameFragment };
}
