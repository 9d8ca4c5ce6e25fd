import type { FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.ts';
import { networkOf } from '../access/attempts/attempt-limit.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context, Services } from '../context.ts';
import { systemContext } from '../db/system-context.ts';
import { inTransaction } from '../db/transaction.ts';
import type { DomainError, ErrorCode } from '../errors.ts';
import type { HttpServer } from './http-server.ts';

/** Who is refused because of who they are, or of what they are not. What is only a wrong id or a wrong field is not among them. */
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
/** The same refusal of the same caller is said so often in a minute; the rest of them are counted. */
const MOST_LINES = 5;
/** Of more callers within a minute the others are counted together. */
const MOST_GROUPS = 1_000;

interface Caller {
  actor: Actor;
  /** As the connection shows it. */
  address: string;
  requestId: string;
}

interface Group {
  code: ErrorCode;
  actor: Actor;
  /** Where it came from first. */
  address: string;
  accountId: string | null;
  /** Whose trace it is: a grant or a person; null for somebody unknown, of whom the log alone tells. */
  subjectId: string | null;
  times: number;
}

const groups = new WeakMap<Services, Map<string, Group>>();
const actors = new WeakMap<FastifyRequest, Actor>();

/** Remembers for the trace who sent the request. */
export function rememberActor(request: FastifyRequest, actor: Actor): void {
  actors.set(request, actor);
}

export function callerOf(request: FastifyRequest): Caller {
  return { actor: actors.get(request) ?? { kind: 'anonymous' }, address: request.ip, requestId: request.id };
}

/**
 * The trace of an authorisation that was refused: at once in the log, where an operator's tools look for addresses that try too often, and
 * once a minute in the audit log of the account, with how often. A flood is counted, so that it fills neither.
 */
export function traceRefusal(services: Services, { code, about }: DomainError, { actor, address, requestId }: Caller): void {
  if (!TRACED.has(code)) return;
  const accountId = about?.accountId ?? accountOf(actor);
  const subjectId = about?.grantId ?? (actor.kind === 'agent' ? actor.grantId : actor.kind === 'user' ? actor.userId : null);
  const open = groups.get(services) ?? new Map<string, Group>();
  groups.set(services, open);
  const wanted = `${code} ${subjectId ?? networkOf(address)}`;
  const key = open.has(wanted) || open.size < MOST_GROUPS ? wanted : 'others';
  const group = open.get(key) ?? { code, actor, address, accountId, subjectId: key === 'others' ? null : subjectId, times: 0 };
  open.set(key, group);
  group.times += 1;
  if (group.times > MOST_LINES) return;
  services.log.warn({ event: 'access_refused', address, code, accountId, subjectId, requestId }, 'Somebody was refused.');
}

/** Writes down what was refused since the last time. */
export async function writeRefusals(services: Services): Promise<void> {
  const written = [...(groups.get(services)?.values() ?? [])];
  groups.delete(services);
  for (const { code, address, times } of written) {
    if (times > MOST_LINES) services.log.warn({ event: 'access_refused_often', address, code, times }, 'Somebody was refused many times.');
  }
  const known = written.filter((group) => group.subjectId !== null);
  if (known.length === 0) return;
  await inTransaction(systemContext(services, 'refusals'), async (tx: Context) => {
    for (const { actor, accountId, subjectId, code, address, times } of known) {
      const details = { code, address, times };
      await recordAudit({ ...tx, actor }, { accountId, action: 'access.refused', subjectId: String(subjectId), details });
    }
  });
}

/** While the server listens, and once more when it stops. What cannot be written stands in the log. */
export function writeRefusalsDown(app: HttpServer, services: Services): void {
  const write = () =>
    writeRefusals(services).catch((error: unknown) => services.log.warn({ err: error }, 'refusals stand in the log only'));
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    timer = setInterval(write, WRITE_EVERY_MS).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await write();
  });
}

/** A person may be of several accounts, and a refusal does not say of which it was; theirs then is the service's own log. */
function accountOf(actor: Actor): string | null {
  if (actor.kind === 'agent') return actor.accountId;
  const [first, ...others] = actor.kind === 'user' ? actor.roles.keys() : [];
  return others.length === 0 ? (first ?? null) : null;
}
