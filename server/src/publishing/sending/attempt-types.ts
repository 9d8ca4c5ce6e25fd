import type { Connection } from '../../connections/connection.entity.ts';
import type { StoredMessage } from '../../languages/stored-message.ts';
import type { Intent, JsonObject, Outcome } from '../../platforms/platform.ts';
import type { PublicationState } from '../publication.entity.ts';

/** A claimed attempt with everything it needs. */
export interface Claim {
  publicationId: string;
  accountId: string;
  draftId: string;
  lease: number;
  jobId: string;
  attemptId: string;
  platform: string;
  /** Exactly the approved content. */
  body: JsonObject;
  connection: Pick<Connection, 'id'>;
  intent: Intent;
}

/** A publication that appears due. Its draft never changes, so it is read before anything is locked. */
export interface ToClaim {
  id: string;
  draftId: string;
  /** When it was due, for the metric of its delay. */
  dueAt?: Date | string | null;
}

/** A claim; the state the publication ended in; or null if nothing is to be sent now. */
export type Claimed = Claim | PublicationState | null;

/** A publication about to be sent, with what the platform returned so far. */
export interface Sending {
  claim: Pick<Claim, 'publicationId' | 'lease'>;
  learned: JsonObject;
}

/** The outcome of a call: the platform's result, or that our own stored credentials cannot be read. */
export type CallOutcome = (Outcome | ({ kind: 'unreadable' } & StoredMessage)) & {
  /** The credentials that it is about; absent if none were read. */
  sealedCredentials?: string | undefined;
};

/** An attempt that has ended. */
export interface Ended {
  made: Pick<Claim, 'publicationId' | 'draftId' | 'jobId' | 'lease' | 'attemptId' | 'platform'>;
  outcome: CallOutcome;
}
