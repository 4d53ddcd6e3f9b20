/** What a source wants a person to be told. */
export interface NewAlert {
  userPk: number;
  /** Identifies the cause: a person gets one alert per key. */
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
  /** Why a person gets these alerts, as a sentence for that person. */
  reason: string;
}

/**
 * Alerts about an event. The feature calls `alerts.announce(kind, event)` in the transaction of the event, and a job
 * asks this source for the alerts. Only people with dynamic alerts turned on get them.
 */
export interface EventSource<Event extends object> extends Source {
  alertsOf(event: Event): Promise<NewAlert[]>;
}

/** Alerts caused by time, such as 'no contact for 10 days'. They are dynamic alerts too. */
export interface ClockSource extends Source {
  /** Returns a page of the alerts that hold now. @param after the last of the previous page */
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
