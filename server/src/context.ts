import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { Actor } from './access/actor.ts';
import type { LastUses } from './access/last-uses.ts';
import type { ClientDocuments } from './access/oauth/clients/client-document.ts';
import type { Checkpoint } from './audit/checkpoint.ts';
import type { CaptionWriter } from './captions/caption-generator.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Payments } from './credits/payments/payments.ts';
import type { ServiceOrm } from './db/orm.ts';
import type { Engine } from './db/probe-engine.ts';
import type { Standby } from './db/reading/standby.ts';
import type { ChangeFeed } from './events/change-feed.ts';
import type { LinkReader } from './links/link-reader.ts';
import type { MediaStore } from './media/media-store.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { Platform } from './platforms/platform.ts';
import type { ModerationService } from './safety/moderation-service.ts';
import type { Sealer } from './sealing/sealer.ts';

/** The queue's view of a publication: its id and route. */
export interface QueuedPublication {
  id: string;
  platform: string;
  connectionId?: string | null;
}

/** Puts publications on the queue inside the transaction of the change that causes them. */
export interface PublishQueue {
  /** Enqueue one publication, to be worked on at `startAfter` (now by default). */
  enqueue(em: EntityManager, publication: QueuedPublication, startAfter?: Date): Promise<void>;
}

/** Waiting jobs for the worker, evaluated in pages. `after`: the end of the last page, empty at the beginning. */
export type WaitingWork =
  /** Gates may have opened: of one account, or of all. */
  | { kind: 'advance'; accountId: string | null; after: string }
  /** An account was connected: posts without an account on its platform are resubmitted with it. */
  | { kind: 'retarget'; connectionId: string; approvedPosts: ApprovedPosts; after: string };

/** What happens to posts that were approved without the new account. */
export type ApprovedPosts = 'keep' | 'ask_again';

/** Puts work on jobs that wait on the queue, inside the transaction of the change that causes it. */
export interface WaitingQueue {
  enqueueWaiting(em: EntityManager, work: WaitingWork): Promise<void>;
}

/** Queues messages inside the transaction that causes them. */
export interface MailQueue {
  /** Enqueue one row of `mails`; an urgent one is taken before others. */
  enqueueMail(em: EntityManager, mailId: string, isUrgent: boolean): Promise<void>;
}

/** Everything that is created once per process. */
export interface Services {
  config: Config;
  orm: ServiceOrm;
  /** Where lists are read; null: at the database itself. */
  standby: Standby | null;
  /** The database's capabilities, as detected at the start. */
  engine: Engine;
  log: Logger;
  clock: Clock;
  sealer: Sealer;
  /** Calls to addresses that were not set by the operator. */
  outbound: Outbound;
  /** Metadata documents of clients, at their `client_id`. */
  clientDocuments: ClientDocuments;
  platforms: ReadonlyMap<string, Platform>;
  captions: CaptionWriter;
  /** Null without the operator's moderation service. */
  moderation: ModerationService | null;
  /** When keys and sessions were last used. */
  lastUses: LastUses;
  /** The audit log's checkpoint outside the database. */
  checkpoint: Checkpoint;
  media: MediaStore;
  /** Null: no pages are fetched. */
  links: LinkReader | null;
  /** Committed changes of any process. */
  changes: ChangeFeed;
  queue: PublishQueue & WaitingQueue & MailQueue;
  /** Null: credits come from the operator only. */
  payments: Payments | null;
}

/** One of these for each request, mutation or job. */
export interface Context extends Services {
  em: EntityManager;
  actor: Actor;
  requestId: string;
}
