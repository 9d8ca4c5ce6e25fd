import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { requireOwner } from '../access/authorise.ts';
import { requireRecentSignIn } from '../access/sessions/require-recent-sign-in.ts';
import { noteExport } from '../account-data/export-account.ts';
import { type ExportedEntry, exportAudit, signLines } from '../audit/export-audit.ts';
import { keptFromOf } from '../audit/record-audit.ts';
import type { Services } from '../context.ts';
import { csvLine } from '../csv.ts';
import { forksForReading } from '../db/reading/standby.ts';
import { forkFor } from '../db/row-security/tenant-session.ts';
import { inTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { buildEvidence } from '../publishing/evidence/build-evidence.ts';
import { authenticateAgain, authenticateRequest } from './auth/authenticate.ts';
import { personContext } from './auth/person-routes.ts';
import type { HttpServer } from './engine/http-server.ts';
import { AUTHENTICATES } from './limits/rate-limits.ts';
import { closedObject, id, oneOf } from './v1/common.schemas.ts';

const Params = Type.Object({ job_id: id('The publish job.') });

/** Downloads the evidence of a job, for people signed in to the console; agents read it under `/v1`. */
export function addEvidenceDownloadRoute(app: HttpServer, services: Services): void {
  app.get('/evidence/:job_id', { ...AUTHENTICATES, schema: { hide: true, params: Params } }, async (request, reply) => {
    const actor = await authenticateRequest(services, request);
    if (actor.kind === 'anonymous') throw new DomainError('unauthenticated');
    if (actor.kind === 'agent') throw new DomainError('not_found');
    const ctx = { ...personContext(services, request, actor), em: forkFor(services.orm, actor) };
    const { job_id: jobId } = request.params;
    const evidence = await buildEvidence(ctx, jobId);
    return reply
      .header('content-disposition', `attachment; filename="evidence-${jobId}.json"`)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(`${JSON.stringify(evidence, null, 2)}\n`);
  });
}

/** The public keys that evidence is signed with (RFC 7517), for anyone from any origin. */
export function addEvidenceKeysRoute(app: HttpServer, { sealer }: Services): void {
  const key = { ...sealer.signer.publicKey, use: 'sig', alg: 'EdDSA' };
  app.get('/.well-known/countersign-evidence-keys.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' }).send({ keys: [key] }),
  );
}

/** The caller as an owner of the workspace's account. An export checks again before each page, by the session. */
async function authenticateOwner(services: Services, request: FastifyRequest, workspaceId: string, sessionId?: string) {
  const actor = await (sessionId === undefined ? authenticateRequest(services, request) : authenticateAgain(services, sessionId));
  const ctx = personContext(services, request, actor);
  return { ctx, accountId: (await requireOwner(ctx, workspaceId)).accountId };
}

const AccountExportQuery = closedObject({ workspace_id: id('A workspace of the account.') }, 'The account to export.');

/** Everything of an account as one archive, for owners signed in to the console. */
export function addAccountExportRoute(app: HttpServer, services: Services): void {
  // The audit log states that the account was exported, which HEAD does not.
  const options = { ...AUTHENTICATES, exposeHeadRoute: false, schema: { hide: true, querystring: AccountExportQuery } };
  app.get('/account/export', options, async (request, reply) => {
    const { workspace_id: workspaceId } = request.query;
    const { ctx, accountId } = await authenticateOwner(services, request, workspaceId);
    const { sessionId } = await requireRecentSignIn(ctx);
    await inTransaction(ctx, (tx) => noteExport(tx, accountId));
    // Seldom needed, and the archiver with it.
    const { exportAccount } = await import('../account-data/export-account.ts');
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename="countersign-${services.clock.now().toISOString().slice(0, 10)}.zip"`)
      .header('cache-control', 'no-store')
      .send(exportAccount(services, accountId, () => authenticateOwner(services, request, workspaceId, sessionId)));
  });
}

const AUDIT_FORMATS = ['ndjson', 'csv'] as const;
type AuditFormat = (typeof AUDIT_FORMATS)[number];

const COLUMNS = ['audit_id', 'at', 'actor_kind', 'actor_id', 'action', 'subject_id', 'details', 'seq', 'prev_hash', 'hash', 'mac'];

/** One entry per line in the format's own form; CSV begins with a header. */
async function* auditLines(batches: AsyncIterable<readonly ExportedEntry[]>, format: AuditFormat): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(COLUMNS);
  for await (const entries of batches) {
    yield entries.map((entry) => (format === 'csv' ? csvLine(cellsOf(entry)) : `${JSON.stringify(entry)}\n`)).join('');
  }
}

function cellsOf({ chain, details, ...entry }: ExportedEntry): string[] {
  const { audit_id, at, actor_kind, actor_id, action, subject_id, mac } = entry;
  const { seq, prev_hash, hash } = chain ?? { seq: '', prev_hash: '', hash: '' };
  return [audit_id, at, actor_kind, actor_id ?? '', action, subject_id, JSON.stringify(details), String(seq), prev_hash, hash, mac];
}

const AuditExportQuery = closedObject(
  {
    workspace_id: id('A workspace of the account.'),
    format: oneOf(AUDIT_FORMATS, 'The format: one JSON object per line, followed by a signature, or a CSV table.'),
    actor_id: Type.Optional(Type.String({ maxLength: 64, description: 'Export only actions of this grant or person.' })),
    action: Type.Optional(
      Type.String({ pattern: '^[a-z_]{1,40}(\\.[a-z_]{1,40})?$', description: 'Export only this action, or all actions of a noun.' }),
    ),
    subject_id: Type.Optional(Type.String({ maxLength: 64, description: 'Export only actions on this object.' })),
    from: Type.Optional(Type.String({ format: 'date-time', description: 'Export only entries at or after this time.' })),
    to: Type.Optional(Type.String({ format: 'date-time', description: 'Export only entries before this time.' })),
  },
  'The part of the log to export.',
);

const TYPES = { ndjson: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const;

/** Exports the account's audit log as a file, for owners signed in to the console. Streamed. */
export function addAuditExportRoute(app: HttpServer, services: Services): void {
  app.get('/audit/export', { ...AUTHENTICATES, schema: { hide: true, querystring: AuditExportQuery } }, async (request, reply) => {
    const { workspace_id: workspaceId, format, actor_id: actorId, action, subject_id: subjectId, from, to } = request.query;
    const { ctx, accountId } = await authenticateOwner(services, request, workspaceId);
    const { sessionId } = await requireRecentSignIn(ctx);
    const filter = { actorId, action, subjectId, from: from ? new Date(from) : null, to: to ? new Date(to) : null };
    const keptFrom = await keptFromOf(services, accountId);
    const fork = await forksForReading(services, ctx.actor);
    const forkAgain = async () => {
      await authenticateOwner(services, request, workspaceId, sessionId);
      return fork();
    };
    const lines = auditLines(exportAudit(forkAgain, accountId, filter), format);
    // A signature line below would break a CSV table.
    const signed = signLines(lines, services.sealer.signer, {
      service: services.config.publicUrl,
      account_id: accountId,
      filter,
      exported_at: services.clock.now().toISOString(),
      ...(keptFrom && { kept_from: keptFrom.toISOString() }),
    });
    const name = `audit-${services.clock.now().toISOString().slice(0, 10)}.${format}`;
    return reply
      .header('content-type', TYPES[format])
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(format === 'ndjson' ? signed : lines));
  });
}
