import type { Connection } from '../../connections/connection.entity.ts';
import type { KeptWords } from '../../languages/kept-sentence.ts';
import type { Intent, JsonObject, Outcome } from '../../platforms/platform.ts';
import type { PublicationState } from '../publication-states.ts';

/** The right to make one try, and everything that the try needs. */
export interface Claim {
  publicationId: string;
  accountId: string;
  draftId: string;
  lease: number;
  jobId: string;
  attemptId: string;
  platform: string;
  /** Exactly what was approved. */
  body: JsonObject;
  connection: Pick<Connection, 'id'>;
  intent: Intent;
}

/** A publication that seems due. Its draft never changes, so it is read before anything is locked. */
export interface ToClaim {
  id: string;
  draftId: string;
  /** Since when it may go; for the metric of how late it went. */
  dueAt?: Date | string | null;
}

/** A claim; the state the publication ended in; or null where nothing is to be sent now. */
export type Claimed = Claim | PublicationState | null;

/** Bytes are about to leave, with what the platform has learned on the way there. */
export interface Sending {
  claim: Pick<Claim, 'publicationId' | 'lease'>;
  learned: JsonObject;
}

/** What came of a call: the platform's word, or that our own stored credentials cannot be read. */
export type CallOutcome = Outcome | ({ kind: 'unreadable' } & KeptWords);

/** A try that has ended. */
export interface Ended {
  made: Pick<Claim, 'publicationId' | 'draftId' | 'jobId' | 'lease' | 'attemptId' | 'platform'>;
  outcome: CallOutcome;
}
