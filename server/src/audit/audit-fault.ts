/** The first fault of a chain. */
export interface AuditFault {
  /** Null in the chain of the whole service. */
  accountId: string | null;
  /** The place in the chain; null for an entry without a link. */
  seq: number | null;
  /** Its entry; null if only the link is missing its entry. */
  entryId: string | null;
  /** One sentence. */
  message: string;
}

/** A fault within a given chain. */
export type Fault = Omit<AuditFault, 'accountId'>;
