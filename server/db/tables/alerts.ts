import type { Generated } from 'kysely';

export interface AlertTables {
  alertSettings: {
    userPk: number;
    taskIndividualEnabled: Generated<boolean>;
    taskDigestEnabled: Generated<boolean>;
    dynamicAlertEnabled: Generated<boolean>;
    taskDigestFrequency: Generated<24 | 168 | 730 | null>;
    taskIndividualFrequency: Generated<24 | 168 | null>;
    quietHoursStart: Generated<number>;
    quietHoursEnd: Generated<number>;
    /** Can only unsubscribe from emails. */
    unsubscribeToken: string;
    lastDigestAt: Date | null;
    nextDigestAt: Date | null;
  };
  /** The state of each person's feed: `revision` counts its changes, and its row lock orders them. */
  alertFeeds: { userPk: number; revision: number; unread: Generated<number> };
  alerts: {
    pk: Generated<number>;
    userPk: number;
    /** The student that it is about. */
    studentPk: number | null;
    kind: string;
    /** Identifies the cause: a person gets one alert per key. */
    key: string;
    title: string;
    body: Generated<string>;
    path: string;
    reason: string;
    /** The feed's revision at the alert's last change. */
    revision: number;
    createdAt: Date;
    readAt: Date | null;
    snoozedUntil: Date | null;
    /** When it returned from its last snooze. */
    returnedAt: Date | null;
  };
}
