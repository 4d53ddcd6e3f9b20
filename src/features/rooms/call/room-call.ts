import type { IceServer, JitsiAccess, RoomEvent, RoomPeer, Seat } from '#shared/rooms/responses.ts';
import type { MediaState, RoomSignal } from '#shared/rooms/schema.ts';
import { ObservableState } from '#src/lib/observable-state.ts';
import { Chat, type ChatMessage } from './chat.ts';
import { LinkMeter, type Measurement } from './link-quality.ts';
import type { LocalMedia } from './local-media.ts';
import { type LinkState, PeerLink } from './peer-link.ts';
import { type RoomEnd, RoomSocket } from './room-socket.ts';

/** Another person in the call, once per device. */
export interface CallPerson extends RoomPeer, Measurement {
  link: LinkState;
  sends: MediaState;
  camera: MediaStream | null;
  screen: MediaStream | null;
}

/** The state that the screens of a call show. */
export interface CallState {
  /** `waiting`: until the provider lets the person in. */
  status: 'connecting' | 'waiting' | 'joined' | 'ended';
  isConnected: boolean;
  end: { kind: RoomEnd; message: string | null } | null;
  people: CallPerson[];
  /** The people who wait to be let in; only the provider sees them. */
  knocking: RoomPeer[];
  messages: ChatMessage[];
  /** The access to the Jitsi meeting; null until the person is let in, and for built-in video. */
  video: JitsiAccess | null;
  /** When the person became alone in the call; null while someone else is here. */
  aloneSince: number | null;
}

interface Link {
  link: PeerLink;
  meter: LinkMeter;
  measured: Measurement;
  sends: MediaState;
}

const MEASURE_MS = 2000;
/** How often the call asks for access to the Jitsi meeting. Each access is valid for five minutes. */
const VIDEO_MS = 120_000;
const MAX_EARLY_SIGNALS = 100;
const NOTHING_SENT: MediaState = { microphone: false, camera: false, screen: null };

/**
 * A call in a meeting room: the connection to the server, and one link to each other browser. It does not
 * depend on React, and a media server (SFU) could replace the links without changing the state.
 */
export class RoomCall {
  readonly #state = new ObservableState<CallState>({
    status: 'connecting',
    isConnected: false,
    end: null,
    people: [],
    knocking: [],
    messages: [],
    video: null,
    aloneSince: null,
  });
  readonly subscribe = this.#state.subscribe;
  readonly read = this.#state.read;
  readonly #media: LocalMedia;
  /** False when another service carries the video. */
  readonly #connects: boolean;
  readonly #socket: RoomSocket;
  readonly #chat: Chat;
  readonly #links = new Map<string, Link>();
  /** Signals that arrived before the list that names their sender. */
  readonly #early = new Map<string, RoomSignal[]>();
  readonly #stopMedia: () => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #peers: RoomPeer[] = [];
  #selfId = '';
  /** Whether this seat was let in. */
  #isAdmitted = false;
  #iceServers: IceServer[] = [];
  #announced = '';
  #askedForVideoAt = 0;

  /** @param options.connects false when another service carries the video: the call then only holds the seat */
  constructor(meetId: string, media: LocalMedia, { connects }: { connects: boolean }) {
    this.#media = media;
    this.#connects = connects;
    this.#socket = new RoomSocket(meetId, {
      onEvent: (event) => this.#receive(event),
      onConnection: (isConnected) => {
        this.#state.set({ isConnected });
        this.#openChat();
      },
      onSeat: (seat, isNew) => this.#takeSeat(seat, isNew),
      onEnd: (kind, message) => this.#end(kind, message),
    });
    this.#chat = new Chat({
      send: (request) => this.#socket.send(request),
      onChange: (messages) => this.#state.set({ messages }),
    });
    this.#stopMedia = media.subscribe(() => this.#syncMedia());
    this.#timer = setInterval(() => {
      this.#askForVideo();
      void this.#measure();
    }, MEASURE_MS);
  }

  sendChat(text: string) {
    this.#chat.write(text);
  }

  admit(peer: string) {
    this.#socket.send({ type: 'admit', peer });
  }

  decline(peer: string) {
    this.#socket.send({ type: 'decline', peer });
  }

  leave() {
    this.#socket.leave();
  }

  #takeSeat(seat: Seat, isNew: boolean) {
    this.#iceServers = seat.ice_servers;
    this.#askedForVideoAt = 0;
    if (!isNew) return;
    this.#selfId = seat.peer_id;
    this.#isAdmitted = false;
    this.#closeLinks();
  }

  #openChat() {
    this.#chat.setOpen(this.#isAdmitted && this.#state.read().isConnected);
  }

  #receive(event: RoomEvent) {
    if (event.type === 'peers') this.#setPeers(event.peers);
    if (event.type === 'signal') this.#receiveSignal(event.from, event.signal);
    if (event.type === 'chat') this.#chat.receive(event, event.from === this.#selfId);
    if (event.type === 'video' && this.#isAdmitted)
      this.#state.set({ video: { url: event.url, token: event.token } });
    if (event.type === 'ice') {
      this.#iceServers = event.servers;
      for (const { link } of this.#links.values()) link.setIceServers(event.servers);
    }
  }

  #setPeers(peers: RoomPeer[]) {
    const self = peers.find(({ id }) => id === this.#selfId);
    // Ignores a list from before this browser took its seat.
    if (self === undefined) return;
    this.#peers = peers;
    const others = peers.filter(({ id, admitted }) => id !== this.#selfId && admitted);
    this.#syncLinks(others, self.admitted);
    this.#state.set({
      status: self.admitted ? 'joined' : 'waiting',
      video: self.admitted ? this.#state.read().video : null,
      knocking: peers.filter(({ id, admitted }) => id !== this.#selfId && !admitted),
      aloneSince: others.length > 0 ? null : (this.#state.read().aloneSince ?? Date.now()),
    });
    this.#isAdmitted = self.admitted;
    this.#openChat();
    this.#askForVideo();
    this.#showPeople();
  }

  /** Closes the links to people who left, and opens one to each new person. */
  #syncLinks(others: readonly RoomPeer[], isAdmitted: boolean) {
    for (const [id, { link }] of this.#links) {
      if (others.some((other) => other.id === id)) continue;
      link.close();
      this.#links.delete(id);
    }
    if (isAdmitted && this.#connects)
      for (const { id } of others) if (!this.#links.has(id)) this.#connectTo(id);
    this.#limitBitrate();
  }

  /** Asks for access to the Jitsi meeting, when this person is in the room and the last access is old. */
  #askForVideo() {
    if (this.#connects || !this.#isAdmitted || !this.#state.read().isConnected) return;
    if (Date.now() - this.#askedForVideoAt < VIDEO_MS) return;
    this.#askedForVideoAt = Date.now();
    this.#socket.send({ type: 'video' });
  }

  #connectTo(id: string) {
    const link = new PeerLink({
      isPolite: this.#selfId < id,
      iceServers: this.#iceServers,
      send: (signal) => this.#socket.send({ type: 'signal', to: id, signal }),
      onChange: () => this.#showPeople(),
      askForIceServers: () => this.#socket.send({ type: 'ice' }),
    });
    this.#links.set(id, {
      link,
      meter: new LinkMeter(),
      measured: { quality: 'good', isSpeaking: false },
      sends: NOTHING_SENT,
    });
    this.#socket.send({ type: 'signal', to: id, signal: { state: this.#ownState() } });
    link.sync({ stream: this.#media.stream, ...this.#media.read() });
    const early = this.#early.get(id) ?? [];
    this.#early.delete(id);
    for (const signal of early) this.#receiveSignal(id, signal);
  }

  #receiveSignal(from: string, signal: RoomSignal) {
    const entry = this.#links.get(from);
    if (entry === undefined) {
      const early = this.#early.get(from) ?? [];
      if (early.length < MAX_EARLY_SIGNALS) this.#early.set(from, [...early, signal]);
    } else if ('state' in signal) {
      entry.sends = signal.state;
      this.#showPeople();
    } else entry.link.receive(signal);
  }

  #ownState(): MediaState {
    const { camera, microphone, isMicrophoneOn, screen } = this.#media.read();
    return {
      microphone: microphone !== null && isMicrophoneOn,
      camera: camera !== null,
      screen: screen?.id ?? null,
    };
  }

  /** Sends the current tracks, and describes them to the others. */
  #syncMedia() {
    const state = this.#ownState();
    const text = JSON.stringify(state);
    for (const [id, { link }] of this.#links) {
      if (text !== this.#announced) this.#socket.send({ type: 'signal', to: id, signal: { state } });
      link.sync({ stream: this.#media.stream, ...this.#media.read() });
    }
    this.#announced = text;
    this.#limitBitrate();
  }

  #limitBitrate() {
    for (const { link } of this.#links.values()) void link.limit(this.#links.size + 1);
  }

  async #measure(): Promise<void> {
    const linked = [...this.#links.values()].filter(({ link }) => link.state === 'connected');
    await Promise.all(
      linked.map(async (entry) => {
        entry.measured = await entry.meter.measure(entry.link.connection);
      }),
    );
    if (linked.length > 0) this.#showPeople();
  }

  #showPeople() {
    const people = this.#peers.flatMap((peer): CallPerson[] => {
      const entry = this.#links.get(peer.id);
      if (entry === undefined) return [];
      const { link, sends, measured } = entry;
      const streams = [...link.streams.values()];
      return [
        {
          ...peer,
          ...measured,
          link: link.state,
          sends,
          camera: streams.find(({ id }) => id !== sends.screen) ?? null,
          screen: streams.find(({ id }) => id === sends.screen) ?? null,
        },
      ];
    });
    this.#state.set({ people });
  }

  #closeLinks() {
    for (const { link } of this.#links.values()) link.close();
    this.#links.clear();
    this.#early.clear();
    this.#peers = [];
    this.#state.set({ people: [] });
  }

  #end(kind: RoomEnd, message: string | null) {
    this.#stopMedia();
    clearInterval(this.#timer);
    this.#closeLinks();
    this.#state.set({ status: 'ended', isConnected: false, end: { kind, message } });
  }
}
