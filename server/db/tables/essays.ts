import type { Generated, JSONColumnType } from 'kysely';
import type { EssayStatus } from '#shared/essays/limits.ts';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';

/** Essays, their versions and comments (migration 300). */
export interface EssayTables {
  essays: {
    pk: Generated<number>;
    studentPk: number;
    creatorPk: number | null;
    title: string;
    body: JSONColumnType<RichTextDocument>;
    wordCount: Generated<number>;
    prompt: Generated<string>;
    wordLimit: number | null;
    status: Generated<EssayStatus>;
    collegePk: number | null;
    /** Overrides the deadline of the college. */
    dueOn: string | null;
    /** Whether the parents can read it. */
    isShared: Generated<boolean>;
    /** Counts changes of the text; a save contains the version it is based on. */
    version: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
  };
  essayVersions: {
    pk: Generated<number>;
    essayPk: number;
    authorPk: number | null;
    title: string;
    body: JSONColumnType<RichTextDocument>;
    wordCount: number;
    startedAt: Date;
    savedAt: Date;
  };
  essayComments: {
    pk: Generated<number>;
    essayPk: number;
    authorPk: number | null;
    body: string;
    quote: string;
    textBefore: Generated<string>;
    textAfter: Generated<string>;
    createdAt: Date;
    resolvedAt: Date | null;
    resolvedByPk: number | null;
  };
}
