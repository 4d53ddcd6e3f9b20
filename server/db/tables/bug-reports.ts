import type { Generated } from 'kysely';

export interface BugReportTables {
  /** The files in the file storage. Unreferenced files are deleted after a day. */
  files: {
    name: string;
    ownerPk: number | null;
    contentType: string;
    width: number;
    height: number;
    bytes: number;
    createdAt: Date;
  };
  bugReports: {
    pk: Generated<number>;
    userPk: number;
    body: string;
    commitHash: string;
    page: Generated<string>;
    userAgent: string;
    browser: string;
    ipAddress: string | null;
    locationState: 'known' | 'private' | 'unknown' | 'erased';
    city: Generated<string>;
    region: Generated<string>;
    postalCode: Generated<string>;
    countryName: Generated<string>;
    latitude: number | null;
    longitude: number | null;
    screenshot: string | null;
    screenshotErased: Generated<boolean>;
    archived: Generated<boolean>;
    erasedAt: Date | null;
    createdAt: Date;
  };
}
