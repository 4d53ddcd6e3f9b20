import type { ColumnType, Generated } from 'kysely';
import type { Topic } from '#shared/learning/article.ts';
import type { Role } from '#shared/kernel/roles.ts';

/** The learning center (migration 290). */
export interface LearningTables {
  articleVersions: {
    slug: string;
    version: number;
    title: string;
    summary: string;
    topic: Topic;
    audiences: Role[];
    grades: number[];
    author: string;
    sources: ColumnType<{ title: string; url: string }[], string>;
    body: string;
    hidden: boolean;
    editorPk: number | null;
    createdAt: Date;
  };
  articleReadings: {
    userPk: number;
    slug: string;
    /** In percent. */
    progress: Generated<number>;
    bookmarked: Generated<boolean>;
  };
}
