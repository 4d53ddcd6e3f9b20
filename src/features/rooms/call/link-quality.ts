/** The quality of the connection to one person. */
export type Quality = 'good' | 'fair' | 'poor';

/** The last measurement of a connection. */
export interface Measurement {
  quality: Quality;
  isSpeaking: boolean;
}

interface Counters {
  lost: number;
  received: number;
}

const SPEAKING_LEVEL = 0.03;

/** Rates a connection by its round-trip time in seconds and the share of lost packets. */
export function rate(roundTrip: number, loss: number): Quality {
  if (roundTrip > 0.6 || loss > 0.1) return 'poor';
  return roundTrip > 0.25 || loss > 0.03 ? 'fair' : 'good';
}

/** Measures one connection repeatedly: packets since the last call, and the round-trip time now. */
export class LinkMeter {
  #last: Counters = { lost: 0, received: 0 };

  async measure(connection: RTCPeerConnection): Promise<Measurement> {
    const now: Counters = { lost: 0, received: 0 };
    let roundTrip = 0;
    let isSpeaking = false;
    for (const report of (await connection.getStats()).values() as Iterable<Record<string, unknown>>) {
      if (report['type'] === 'inbound-rtp') {
        now.lost += Number(report['packetsLost'] ?? 0);
        now.received += Number(report['packetsReceived'] ?? 0);
        if (report['kind'] === 'audio') isSpeaking ||= Number(report['audioLevel'] ?? 0) > SPEAKING_LEVEL;
      }
      if (report['type'] === 'candidate-pair' && report['nominated'] === true)
        roundTrip = Math.max(roundTrip, Number(report['currentRoundTripTime'] ?? 0));
    }
    const lost = Math.max(0, now.lost - this.#last.lost);
    const received = Math.max(0, now.received - this.#last.received);
    this.#last = now;
    return { quality: rate(roundTrip, lost / Math.max(1, lost + received)), isSpeaking };
  }
}
