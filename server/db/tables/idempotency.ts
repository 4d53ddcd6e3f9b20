import type { Generated } from 'kysely';

export interface IdempotencyTables {
  idempotencyKeys: {
    userPk: number;
    key: string;
    requestHash: string;
    answer: unknown;
    createdAt: Generated<Date>;
  };
}
