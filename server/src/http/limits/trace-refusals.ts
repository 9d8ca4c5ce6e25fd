import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import { networkOf } from '../../access/attempt-limit.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { every, HOUR_MS, type Repeated } from '../../clock.ts';
import type { Context, Services } from '../../context.ts';
import { systemContext } from '../../db/system-context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { DomainError, ErrorCode } from '../../errors.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { logBackgroundFault } from '../engine/log-service-fault.ts';

/** Authentication endpoints, where a refusal without a check means too many attempts. */
const SIGN_IN_PATHS = /^\/api\/(auth|client)\//;

/** Refusals for reasons of authentication or authorization. A wrong id or field is not among them. */
const TRACED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'insufficient_scope',
  'insufficient_role',
  'self_approval_refused',
  'key_malformed',
  'key_unknown',
  'key_expired',
  'key_revoked',
  'cross_site_request',
  'other_session',
  'other_person',
]);
const WRITE_EVERY_MS = 60_000;
/**
 * Attempts with a revoked key are reported to its account at once, and from then on at most this often, with their
 * number.
 */
const AUDIT_EVERY_MS = HOUR_MS;
/** Log lines per caller, refusal and minute; the rest are only counted. */
const MOST_LINES = 5;
/**
 * Callers beyond this number are counted as one; identified and anonymous callers separately, since the latter are
 * unlimited in number.
 */
const MOST_GROUPS = 1_000;

interface Caller {
  actor: Actor;
  isSignIn?: boolean;
  /** The address of the connection. */
  address: string;
  requestId: string;
}

interface Group {
  code: ErrorCode;
  actor: Actor;
  /** The address of the first attempt. */
  address: string;
  accountId: string | null;
  /** The grant or person concerned; null if unknown, in which case only the log records it. */
  subjectId: string | null;
  /** Since the last entry in the audit log. */
  times: number;
  /** Within the current minute. */
  lately: number;
}

interface Trace {
  known: Map<string, Group>;
  strangers: Map<string, Group>;
  /** When a known group was last written to the audit log. */
  reported: Map<string, number>;
}

const traces = new WeakMap<Services, Trace>();
const actors = new WeakMap<FastifyRequest, Actor>();

/** Records who sent the request, for the trace of a refusal. */
export function rememberActor(request: FastifyRequest, actor: Actor): void {
  actors.set(request, actor);
}

export function callerOf(request: FastifyRequest): Caller {
  const isSignIn = SIGN_IN_PATHS.test(request.url);
  return { actor: actors.get(request) ?? { kind: 'anonymous' }, address: request.ip, requestId: request.id, isSignIn };
}

/**
 * Traces a refused authorization: at once in the log, where an operator's tools look for addresses with too many
 * attempts, and within a minute in the account's audit log, then hourly with their number. A flood is counted, so it
 * fills neither.
 */
export function traceRefusal(services: Services, { code, about }: DomainError, { actor, address, requestId, isSignIn }: Caller): void {
  if (!TRACED.has(code) && !(isSignIn && code === 'rate_limited')) return;
  const accountId = about?.accountId ?? accountOf(actor);
  const subjectId = about?.grantId ?? (actor.kind === 'agent' ? actor.grantId : actor.kind === 'user' ? actor.userId : null);
  const group = groupOf(traceOf(services), { code, actor, address, accountId, subjectId, times: 0, lately: 0 });
  group.times += 1;
  group.lately += 1;
  if (group.lately > MOST_LINES) return;
  services.log.warn({ event: 'access_refused', address, code, accountId, subjectId, requestId }, 'A request was refused.');
}

function traceOf(services: Services): Trace {
  const trace = traces.get(services) ?? { known: new Map(), strangers: new Map(), reported: new Map() };
  traces.set(services, trace);
  return trace;
}

function groupOf({ known, strangers }: Trace, fresh: Group): Group {
  const groups = fresh.subjectId === null ? strangers : known;
  const wanted = `${fresh.code} ${fresh.subjectId ?? networkOf(fresh.address)}`;
  const isRoom = groups.has(wanted) || groups.size < MOST_GROUPS;
  const [map, key] = isRoom ? [groups, wanted] : [strangers, 'others'];
  const group = map.get(key) ?? (isRoom ? fresh : { ...fresh, subjectId: null });
  map.set(key, group);
  return group;
}

/** Writes the refusals since the last run; at shutdown also those that are not due for the audit log yet. */
export async function writeRefusals(services: Services, isEnd = false): Promise<void> {
  const trace = traceOf(services);
  for (const group of [...trace.known.values(), ...trace.strangers.values()]) {
    const { code, address, lately: times } = group;
    if (times > MOST_LINES)
      services.log.warn({ event: 'access_refused_often', address, code, times }, 'Many requests from an address were refused.');
    group.lately = 0;
  }
  trace.strangers.clear();
  const due = takeDue(trace, services.clock.now().getTime(), isEnd);
  if (due.length === 0) return;
  await inTransaction(systemContext(services, 'refusals'), async (tx: Context) => {
    for (const { actor, accountId, subjectId, code, address, times } of due) {
      const details = { code, address, times };
      await recordAudit({ ...tx, actor }, { accountId, action: 'access.refused', subjectId: String(subjectId), details });
    }
  });
}

/** Removes and returns the groups that are due for the audit log. */
function takeDue({ known, reported }: Trace, now: number, isEnd: boolean): Group[] {
  for (const [key, at] of reported) if (now - at >= AUDIT_EVERY_MS) reported.delete(key);
  const due = [...known].filter(([key]) => isEnd || !reported.has(key));
  for (const [key] of due) {
    known.delete(key);
    reported.set(key, now);
  }
  return due.map(([, group]) => group);
}

/** Runs while the server listens, and once more when it stops. What cannot be written is in the log. */
export function writeRefusalsDown(app: HttpServer, services: Services): void {
  const report = (error: unknown) => logBackgroundFault(services, error, 'Refusals are in this log only, and not in the audit log.');
  let writing: Repeated | undefined;
  app.addHook('onListen', async () => {
    writing = every(WRITE_EVERY_MS, () => writeRefusals(services), report);
  });
  app.addHook('onClose', async () => {
    await writing?.stop();
    await writeRefusals(services, true).catch(report);
  });
}

/**
 * A person may belong to several accounts, and a refusal does not say which one it concerned; then only the service's
 * log has it.
 */
function accountOf(actor: Actor): string | null {
  if (actor.kind === 'agent') return actor.accountId;
  const [first, ...others] = actor.kind === 'user' ? actor.roles.keys() : [];
  return others.length === 0 ? (first ?? null) : null;
}
