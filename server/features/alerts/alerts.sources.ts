/** What a source wants a person to be told. */
export interface NewAlert {
  userPk: number;
  /** Names the cause: the same key is told to the same person once, however often it is said. */
  key: string;
  title: string;
  body?: string;
  /** The page that it is about. */
  path: string;
}

/** Something a person has to do by a deadline. The settings say when and how often they are reminded. */
export interface Deadline extends NewAlert {
  at: Date;
}

/** What a source adds to a person's digest. */
export interface DigestSection {
  title: string;
  lines: { text: string; path: string }[];
}

interface Source {
  /** Names the alerts of this source, in the feed and in the database. */
  kind: string;
  /** Why a person gets them, in a sentence that the person reads. */
  reason: string;
}

/**
 * Something happens: the feature calls `alerts.announce(kind, event)` in the transaction that makes it happen, and a
 * job asks here who is to be told what. Told only to people whose dynamic alerts are on.
 */
export interface EventSource<Event extends object> extends Source {
  alertsOf(event: Event): Promise<NewAlert[]>;
}

/** Something becomes so by time alone, such as 'no contact for 10 days'. Also a dynamic alert. */
export interface ClockSource extends Source {
  /** What is so now, a page at a time. @param after the last of the page before */
  due(now: Date, after: NewAlert | null, limit: number): Promise<NewAlert[]>;
}

/** Deadlines with one alert each, and what the digest says about the rest. */
export interface DeadlineSource extends Source {
  /** Returns a page of open items with a deadline in the window. */
  deadlines(window: { from: Date; to: Date }, after: Deadline | null, limit: number): Promise<Deadline[]>;
  digest(userPk: number, period: { from: Date; now: Date }): Promise<DigestSection[]>;
}

export type AlertSource = EventSource<never> | ClockSource | DeadlineSource;

/** The sources of the whole product: each feature registers its own when its service is made. */
export class AlertSources {
  readonly #sources = new Map<string, AlertSource>();

  register(source: AlertSource): void {
    if (this.#sources.has(source.kind)) throw new Error(`The alert source ${source.kind} exists already.`);
    this.#sources.set(source.kind, source);
  }

  /** The source of an announced event; undefined for one that a newer process announced. */
  ofEvent(kind: string): EventSource<object> | undefined {
    const source = this.#sources.get(kind);
    return source !== undefined && 'alertsOf' in source ? (source as EventSource<object>) : undefined;
  }

  byClock(): ClockSource[] {
    return [...this.#sources.values()].filter((source) => 'due' in source);
  }

  withDeadlines(): DeadlineSource[] {
    return [...this.#sources.values()].filter((source) => 'deadlines' in source);
  }
}
