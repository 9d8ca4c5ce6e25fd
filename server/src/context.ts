import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { Actor } from './access/actor.ts';
import type { LastUses } from './access/last-uses.ts';
import type { ClientDocuments } from './access/oauth/clients/client-document.ts';
import type { KeptHead } from './audit/kept-head.ts';
import type { CaptionWriter } from './captions/caption-generator.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Payments } from './credits/payments/payments.ts';
import type { Engine } from './db/engine/probe-engine.ts';
import type { Standby } from './db/reading/standby.ts';
import type { ChangeFeed } from './events/change-feed.ts';
import type { LinkReader } from './links/link-reader.ts';
import type { MediaStore } from './media/media-store.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { Platform } from './platforms/platform.ts';
import type { Sealer } from './sealing/sealer.ts';

/** What the queue has to know of a publication: which it is, and which way it goes. */
export interface QueuedPublication {
  id: string;
  platform: string;
  connectionId?: string | null;
}

/** Puts publications on the queue inside the transaction of the change that causes them. */
export interface PublishQueue {
  /** Enqueue one publication, to be worked on at `startAfter` (now when left out). */
  enqueue(em: EntityManager, publication: QueuedPublication, startAfter?: Date): Promise<void>;
}

/** Jobs that wait, to be looked at by the worker a page at a time. `after` is where the last page ended, empty at the beginning. */
export type WaitingWork =
  /** Gates may have opened: of one account, or of all. */
  | { kind: 'advance'; accountId: string | null; after: string }
  /** An account was connected: what had nowhere to go on its platform is asked for again with it. */
  | { kind: 'retarget'; connectionId: string; approvedPosts: ApprovedPosts; after: string };

/** What becomes of posts that people have approved without an account that is connected now. */
export type ApprovedPosts = 'keep' | 'ask_again';

/** Puts work on jobs that wait on the queue, inside the transaction of the change that causes it. */
export interface WaitingQueue {
  enqueueWaiting(em: EntityManager, work: WaitingWork): Promise<void>;
}

/** Puts messages on the queue inside the transaction of what they tell. */
export interface MailQueue {
  /** Enqueue one row of `mails`. */
  enqueueMail(em: EntityManager, mailId: string): Promise<void>;
}

/** Everything that is made once for a process. */
export interface Services {
  config: Config;
  orm: MikroORM;
  /** Where lists are read; null: at the database itself. */
  standby: Standby | null;
  /** What the database can do, as found at the start. */
  engine: Engine;
  log: Logger;
  clock: Clock;
  sealer: Sealer;
  /** Calls to addresses that were not set by the operator. */
  outbound: Outbound;
  /** What programs say about themselves at the address that is their `client_id`. */
  clientDocuments: ClientDocuments;
  platforms: ReadonlyMap<string, Platform>;
  captions: CaptionWriter;
  /** When keys and sessions were last used. */
  lastUses: LastUses;
  /** Where the audit log had come to, remembered outside the database. */
  keptHead: KeptHead;
  media: MediaStore;
  /** Null: no page behind a link is looked at. */
  links: LinkReader | null;
  /** What is committed anywhere, by whichever process. */
  changes: ChangeFeed;
  queue: PublishQueue & WaitingQueue & MailQueue;
  /** Null: credits come from the operator alone. */
  payments: Payments | null;
}

/** One of these for each request, mutation or job. */
export interface Context extends Services {
  em: EntityManager;
  actor: Actor;
  requestId: string;
}
