import type { EntityManager } from '@mikro-orm/postgresql';
import canonicalize from 'canonicalize';
import type { Actor } from '../access/actor.ts';
import type { Context, Services } from '../context.ts';
import { insertOf } from '../db/insert-rows.ts';
import { forkAsOwner } from '../db/row-security/tenant-session.ts';
import { assertTransaction, type EndWriter, writeAtEnd } from '../db/transaction.ts';
import { newId } from '../new-id.ts';
import type { Sealer } from '../sealing/sealer.ts';
import { AuditCut, AuditEntry, type AuditHead, type AuditLink, type AuditRoll } from './audit.entities.ts';
import type { AuditAction } from './audit-actions.ts';

/** The position up to which a chain was verified. */
export interface Step {
  seq: number;
  hash: string;
}

/** Before the first link. */
const START: Step = { seq: 0, hash: '' };

/** The fault of a link or its entry, in one sentence; null if both match everything before. */
export function findLinkFault(sealer: Sealer, last: Step, link: AuditLink, entry: AuditEntry | undefined): string | null {
  const place = last.seq + 1;
  if (link.seq !== place) return `Link ${place} is missing.`;
  if (link.prevHash !== last.hash || link.hash !== linkHash(sealer, link)) return `Link ${place} was changed or moved.`;
  if (!entry) return `Entry ${link.entryId} was removed.`;
  if (entry.mac !== entryMac(sealer, entry)) return `Entry ${entry.id} was changed, or it was not written by this service.`;
  if (entry.mac !== link.entryMac || (entry.accountId ?? '') !== link.accountId) return `Entry ${entry.id} is not the one that was linked.`;
  return null;
}

/** Whether the chain's recorded end matches its links. An empty chain has no record. */
export function isTrueHead(sealer: Sealer, head: AuditHead | null, last: Step): boolean {
  if (!head) return last.seq === 0;
  return head.seq === last.seq && head.hash === last.hash && head.mac === headMac(sealer, head);
}

/** Covers every column of the entry: write access to the database alone cannot forge one. */
export function entryMac(sealer: Sealer, entry: Omit<AuditEntry, 'mac'>): string {
  const { id, accountId, actorKind, actorId, action, subjectId, details, createdAt } = entry;
  return mac(sealer, 'audit-entry', { id, accountId, actorKind, actorId, action, subjectId, details, createdAt: createdAt.toISOString() });
}

/** Covers the entry, its position and, through the preceding link, everything linked before. */
export function linkHash(sealer: Sealer, { accountId, seq, entryId, entryMac, prevHash }: Omit<AuditLink, 'hash'>): string {
  return mac(sealer, 'audit-link', { accountId, seq, entryId, entryMac, prevHash });
}

export function headMac(sealer: Sealer, { accountId, seq, hash }: Omit<AuditHead, 'mac'>): string {
  return mac(sealer, 'audit-head', { accountId, seq, hash });
}

/** Covers the end of an account's chain and, through the preceding row, everything before. */
export function rollHash(sealer: Sealer, { seq, accountId, accountSeq, accountHash, prevHash }: Omit<AuditRoll, 'hash'>): string {
  return mac(sealer, 'audit-roll', { seq, accountId, accountSeq, accountHash, prevHash });
}

/** Covers the end of the dropped part, and the start of the kept part. */
function cutMac(sealer: Sealer, { accountId, seq, hash, keptFrom }: Omit<AuditCut, 'mac'>): string {
  return mac(sealer, 'audit-cut', { accountId, seq, hash, keptFrom: keptFrom.toISOString() });
}

/** Canonical JSON (RFC 8785), independent of the order in which a database returns keys. */
function mac(sealer: Sealer, purpose: string, value: Record<string, unknown>): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('Only JSON can be sealed.');
  return sealer.hash(purpose, text);
}

/** The key of the rollup chain among the truncation records; distinct from account ids. */
export const ROLLS = 'rolls';

/** The beginning of a chain. */
export interface Beginning extends Step {
  /** Null if nothing was dropped. */
  keptFrom: Date | null;
}

/** The step before the first kept link; null if the truncation record is invalid. */
export async function findBeginning(em: EntityManager, sealer: Sealer, chain: string): Promise<Beginning | null> {
  const cut = await em.findOne(AuditCut, { accountId: chain }, { refresh: true });
  if (!cut) return { ...START, keptFrom: null };
  return cut.mac === cutMac(sealer, cut) ? { seq: cut.seq, hash: cut.hash, keptFrom: cut.keptFrom } : null;
}

/** The start of an account's kept log, as sealed by the service; null for all of it. */
export async function keptFromOf({ orm, sealer }: Pick<Services, 'orm' | 'sealer'>, accountId: string): Promise<Date | null> {
  return (await findBeginning(forkAsOwner(orm), sealer, accountId))?.keptFrom ?? null;
}

/** Records the end of the dropped part, in the transaction that drops it. */
export async function keepCut({ em, sealer }: Context, cut: Omit<AuditCut, 'mac'>): Promise<void> {
  await em.upsert(AuditCut, { ...cut, mac: cutMac(sealer, cut) });
}

interface AuditInput {
  /** Null for the whole service. */
  accountId: string | null;
  action: AuditAction;
  subjectId: string;
  /** Never a secret. */
  details?: Record<string, unknown>;
}

/** Records who did what, atomically with the change. */
export async function recordAudit(ctx: Context, input: AuditInput): Promise<void> {
  assertTransaction(ctx);
  const entry = {
    id: newId('aud'),
    accountId: input.accountId,
    actorKind: ctx.actor.kind,
    actorId: actorId(ctx.actor),
    action: input.action,
    subjectId: input.subjectId,
    // As the table will return it, for example without undefined members.
    details: JSON.parse(JSON.stringify({ ...input.details, ...clientOf(ctx.actor) })) as Record<string, unknown>,
    createdAt: ctx.clock.now(),
  };
  // Chained later, by sealAudit(): a lock on the chain here would serialise an account's requests.
  writeAtEnd(ctx, ENTRIES, { ...entry, mac: entryMac(ctx.sealer, entry) });
}

const ENTRIES: EndWriter<AuditEntry> = { statementFor: ({ em }, entries) => insertOf(em, AuditEntry, entries) };

/** A client is not a user: the log contains the address itself. */
function clientOf(actor: Actor): { client: string } | null {
  return actor.kind === 'client' ? { client: actor.email } : null;
}

function actorId(actor: Actor): string | null {
  if (actor.kind === 'agent') return actor.grantId;
  if (actor.kind === 'client') return actor.linkId;
  return actor.kind === 'user' ? actor.userId : null;
}
