import { createHash } from 'node:crypto';
import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import canonicalize from 'canonicalize';
import type { Context } from '../context.ts';
import { cursorsOf, findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';
import { firstIdAt } from '../new-id.ts';
import { isSignedBy, KEY_MEMBERS, keyIdOf, type PublicKey, type Signer } from '../sealing/sealer.ts';
import { parseSignedJson } from '../sealing/signed-json.ts';
import { AuditEntry, AuditLink } from './audit.entities.ts';

/** Absent or null values do not filter. */
interface AuditFilter {
  /** A grant or a person. */
  actorId?: string | null;
  /** One action, `draft.created`, or all actions of a noun, `draft`. */
  action?: string | null;
  subjectId?: string | null;
  /** Inclusive. */
  from?: Date | null;
  /** Exclusive. */
  to?: Date | null;
}

const ACTION = /^[a-z_]{1,40}(\.[a-z_]{1,40})?$/;

/** The filter as a condition. Times become ids, which sort by time and lead every index. */
function auditCondition(accountId: string | null, filter: AuditFilter): FilterQuery<AuditEntry> {
  const { actorId, action, subjectId, from, to } = filter;
  if (action && !ACTION.test(action)) {
    throw new DomainError('bad_user_input', { message: say`An action is written as "draft.created", or "draft" for all of them.` });
  }
  const conditions: FilterQuery<AuditEntry>[] = [
    ...(accountId === null ? [] : [{ accountId }]),
    ...(actorId ? [{ actorId }] : []),
    ...(action ? [{ action: action.includes('.') ? action : { $like: `${action.replaceAll('_', '\\_')}.%` } }] : []),
    ...(subjectId ? [{ subjectId }] : []),
    ...(from ? [{ id: { $gte: firstIdAt('aud', from) } }] : []),
    ...(to ? [{ id: { $lt: firstIdAt('aud', to) } }] : []),
  ];
  return { $and: conditions } as FilterQuery<AuditEntry>;
}

/** An account's entries, newest first; with null, those of the whole service. The caller has authorised it. */
export function listAudit(ctx: Context, accountId: string | null, request: PageRequest & AuditFilter): Promise<Page<AuditEntry>> {
  const cursors = cursorsOf(ctx, 'audit', accountId ?? '');
  return findPage(ctx.em, AuditEntry, auditCondition(accountId, request), { ...request, cursors, order: 'desc' });
}

/** An entry in an export: with its place in the chain, null while it has none. */
export interface ExportedEntry {
  audit_id: string;
  at: string;
  actor_kind: string;
  actor_id: string | null;
  action: string;
  subject_id: string;
  details: Record<string, unknown>;
  mac: string;
  chain: { seq: number; prev_hash: string; hash: string } | null;
}

const BATCH = 100;

/**
 * Streams an account's log, oldest first: only one batch is ever in memory, with backpressure for slow readers.
 * `fork` creates an entity manager for each batch, or throws if the caller may no longer read. The caller has authorised it.
 */
export async function* exportAudit(
  fork: () => Promise<EntityManager>,
  accountId: string,
  filter: AuditFilter,
): AsyncGenerator<ExportedEntry[]> {
  let last = '';
  let entries: AuditEntry[];
  do {
    const em = await fork();
    entries = await em.find(
      AuditEntry,
      { $and: [auditCondition(accountId, filter), { id: { $gt: last } }] },
      { orderBy: { id: 'asc' }, limit: BATCH },
    );
    const links = await em.find(AuditLink, { entryId: { $in: entries.map(({ id }) => id) } });
    const byEntry = new Map(links.map((link) => [link.entryId, link]));
    if (entries.length > 0) yield entries.map((entry) => exportedEntry(entry, byEntry.get(entry.id)));
    last = entries.at(-1)?.id ?? '';
  } while (entries.length === BATCH);
}

export function exportedEntry(entry: AuditEntry, link: AuditLink | undefined): ExportedEntry {
  return {
    audit_id: entry.id,
    at: entry.createdAt.toISOString(),
    actor_kind: entry.actorKind,
    actor_id: entry.actorId ?? null,
    action: entry.action,
    subject_id: entry.subjectId,
    details: entry.details,
    mac: entry.mac,
    chain: link ? { seq: link.seq, prev_hash: link.prevHash, hash: link.hash } : null,
  };
}

/** The signed facts: the part of the log in the preceding lines, and their hash. */
interface ExportFacts {
  format: 'countersign-audit-export/1';
  service: string;
  account_id: string;
  /** The filter of the export. */
  filter: Record<string, unknown>;
  exported_at: string;
  /** The beginning of the kept log; absent if all of it is kept. */
  kept_from?: string;
  entries: number;
  /** The hash of every line above this one, including line ends. */
  sha256: string;
}

/** The last line of an export. */
interface ExportSeal {
  seal: ExportFacts & { algorithm: 'Ed25519'; key: PublicKey; signature: string };
}

/** The lines, and a last one that signs them all, with the key for evidence. */
export async function* signLines(
  lines: AsyncIterable<string>,
  signer: Signer,
  about: Pick<ExportFacts, 'service' | 'account_id' | 'filter' | 'exported_at' | 'kept_from'>,
): AsyncGenerator<string> {
  const digest = createHash('sha256');
  let entries = 0;
  for await (const text of lines) {
    digest.update(text);
    entries += text.split('\n').length - 1;
    yield text;
  }
  const facts = JSON.parse(JSON.stringify({ format: 'countersign-audit-export/1', ...about, entries, sha256: digest.digest('hex') }));
  const signature = signer.sign(canonicalize(facts) ?? '');
  yield `${JSON.stringify({ seal: { ...facts, algorithm: 'Ed25519', key: signer.publicKey, signature } } satisfies ExportSeal)}\n`;
}

/** As for evidence: without a trusted key everything may be consistent, and nothing is proved. */
interface ExportReport {
  verdict: 'genuine' | 'unproven' | 'tampered';
  /** Sentences. */
  faults: string[];
  keyId: string;
  accountId: string;
  entries: number;
  /** The beginning of the kept log; null if nothing was dropped according to the file. */
  keptFrom: string | null;
}

/**
 * Verifies a file of signLines(), line by line, without a database, a network or a secret. `trustedKeys` are those of
 * the service's `/.well-known/countersign-evidence-keys.json`: anyone can put a key of their own into a file.
 */
export async function verifyExport(
  lines: AsyncIterable<string | Uint8Array>,
  trustedKeys: readonly { x: string }[] | null,
): Promise<ExportReport> {
  const digest = createHash('sha256');
  const faults: string[] = [];
  let before: string | Uint8Array | null = null;
  let entries = 0;
  const chain = followChain(faults);
  for await (const line of lines) {
    if (before !== null) {
      digest.update(before).update('\n');
      entries += 1;
      chain(before, entries);
    }
    before = line;
  }
  const { seal, fault } = readSeal(before ?? '');
  if (!seal)
    return {
      verdict: 'tampered',
      faults: [fault],
      keyId: '',
      accountId: '',
      entries,
      keptFrom: null,
    };
  const { signature, key, algorithm, ...facts } = seal;
  if (facts.entries !== entries || facts.sha256 !== digest.digest('hex')) faults.push('The entries are not the ones that were signed.');
  const isOurForm = algorithm === 'Ed25519' && key.kty === 'OKP' && key.crv === 'Ed25519' && key.kid === keyIdOf(key.x);
  if (!isOurForm || !isSignedBy(key.x, canonicalize(facts) ?? '', signature))
    faults.push('The signature is not that of the named key over this seal.');
  if (trustedKeys && !trustedKeys.some(({ x }) => x === key.x))
    faults.push('The file is signed with a key that is not one of the service’s.');
  const verdict = faults.length > 0 ? 'tampered' : trustedKeys ? 'genuine' : 'unproven';
  return { verdict, faults, keyId: key.kid, accountId: facts.account_id, entries, keptFrom: facts.kept_from ?? null };
}

/** Adjacent entries of the account's chain must refer to each other, in any order of lines. */
function followChain(faults: string[]): (line: string | Uint8Array, number: number) => void {
  const hashes = new Map<number, string>();
  const named = new Map<number, string>();
  return (line, number) => {
    const link = readLink(line);
    if (link === undefined) faults.push(`Line ${number} is no entry.`);
    if (!link) return;
    hashes.set(link.seq, link.hash);
    named.set(link.seq, link.prev_hash);
    for (const [seq, prev] of [[link.seq, link.prev_hash] as const, [link.seq + 1, named.get(link.seq + 1)] as const]) {
      const hash = hashes.get(seq - 1);
      if (hash !== undefined && prev !== undefined && hash !== prev)
        faults.push(`Entry ${seq} does not follow entry ${seq - 1} (line ${number}).`);
    }
  };
}

/** Null for an entry without a position; undefined for a line that is not an entry, or ambiguous. */
function readLink(line: string | Uint8Array): { seq: number; prev_hash: string; hash: string } | null | undefined {
  try {
    const { value, faults } = parseSignedJson(line);
    const { audit_id, chain } = value as { audit_id?: unknown; chain: { seq: number; prev_hash: string; hash: string } | null };
    return typeof audit_id === 'string' && faults.length === 0 ? chain : undefined;
  } catch {
    return undefined;
  }
}

const NO_SEAL = 'The file does not end with its seal: it was cut, or never had one.';

/** The signature covers every member of the seal except itself and the key: the line must contain nothing else. */
function readSeal(line: string | Uint8Array): { seal: ExportSeal['seal']; fault?: never } | { seal: null; fault: string } {
  try {
    const { value, faults } = parseSignedJson(line);
    const { seal, ...others } = value as Partial<ExportSeal>;
    const isSeal = seal?.format === 'countersign-audit-export/1' && typeof seal.signature === 'string' && typeof seal.key?.x === 'string';
    if (!isSeal) return { seal: null, fault: NO_SEAL };
    const [ambiguous] = faults;
    if (ambiguous) return { seal: null, fault: `The seal can be read in two ways. ${ambiguous.at}: ${ambiguous.message}` };
    const added = [...Object.keys(others), ...Object.keys(seal.key).filter((name) => !KEY_MEMBERS.includes(name))];
    return added.length > 0 ? { seal: null, fault: `This was added to the seal after the signing: ${added.join(', ')}.` } : { seal };
  } catch {
    return { seal: null, fault: NO_SEAL };
  }
}
