/** The maximum length of an alert's texts: longer ones are shortened. */
export const MAX_ALERT_TEXT = { title: 300, body: 1000 } as const;

/** An alert that a source creates. */
export interface NewAlert {
  userPk: number;
  /** Identifies the cause: a person gets one alert per key. */
  key: string;
  title: string;
  body?: string;
  /** The page of the alert. */
  path: string;
  /**
   * The student whose data it contains: a mentor or parent who is removed from the student no longer has the alert.
   * Null if it says nothing about a student of theirs.
   */
  studentPk: number | null;
}

/** A task, application or essay with a deadline. The settings define when and how often the person is reminded. */
export interface Deadline extends NewAlert {
  at: Date;
}

/** Alerts are deleted after this many days, and with them the record that a cause was alerted. */
export const ALERT_RETENTION_DAYS = 180;

/** The maximum number of lines in a section of an email; the rest is a count. */
export const MAX_SECTION_LINES = 15;

interface DigestLine {
  text: string;
  path: string;
}

/** A section of a person's digest: its first lines, and how many there are in total. */
export interface DigestSection {
  title: string;
  lines: DigestLine[];
  total: number;
}

/** Creates a section from its first rows, each with the total. */
export function digestSection<Row extends { total: number }>(
  title: string,
  rows: readonly Row[],
  toLine: (row: Row) => DigestLine,
): DigestSection {
  return { title, lines: rows.map(toLine), total: rows[0]?.total ?? 0 };
}

/** What all sources of alerts have. */
export interface Source {
  /** The kind of this source's alerts, in the feed and in the database. */
  kind: string;
  /** Why a person gets these alerts, as a sentence to them. */
  reason: string;
}

/**
 * Creates alerts for an event. The feature calls `alerts.announce(kind, event)` in the transaction of the event, and a
 * job calls this source. Only people with dynamic alerts turned on get them.
 */
export interface EventSource<Event extends object> extends Source {
  alertsOf(event: Event): Promise<NewAlert[]>;
  /**
   * Locks the cause of these alerts in the transaction that stores them, if the cause can end. What ends the cause then
   * waits, and deletes the alerts.
   * @returns false when the cause has ended: the alerts are not stored
   */
  holdCause?(event: Event, alerts: readonly NewAlert[]): Promise<boolean>;
}

/** Creates alerts caused by time, such as 'no contact for 10 days'. They are dynamic alerts too. */
export interface ClockSource extends Source {
  /**
   * Returns a page of the current alerts. Leaves out causes older than `ALERT_RETENTION_DAYS`, because their alerts would
   * be created again once they are deleted.
   * @param after the last one of the previous page
   */
  due(now: Date, after: NewAlert | null, limit: number): Promise<NewAlert[]>;
  /** Returns all current alerts of one person, however old their causes are. Called when the person turns alerts on. */
  dueFor?(userPk: number, now: Date): Promise<NewAlert[]>;
}

/** Creates reminders of deadlines, and lines of the digest. */
export interface DeadlineSource extends Source {
  /** Returns a page of open items with a deadline in the window. */
  deadlines(window: { from: Date; to: Date }, after: Deadline | null, limit: number): Promise<Deadline[]>;
  digest(userPk: number, period: { from: Date; now: Date }): Promise<DigestSection[]>;
}

export type AlertSource = EventSource<never> | ClockSource | DeadlineSource;

/** All sources of alerts: each feature registers its own when its service is created. */
export class AlertSources {
  readonly #sources = new Map<string, AlertSource>();

  register(source: AlertSource): void {
    if (this.#sources.has(source.kind)) throw new Error(`The alert source ${source.kind} exists already.`);
    this.#sources.set(source.kind, source);
  }

  /** Returns the source of an event; undefined for an event of a newer process version. */
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
