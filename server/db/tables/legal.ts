/** Agreements to the terms (migration 291). */
export interface LegalTables {
  /** Written by a trigger on `users`. */
  acceptedTerms: {
    userPk: number;
    version: string;
    acceptedAt: Date;
  };
}
