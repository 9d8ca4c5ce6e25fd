import { Type } from 'typebox';
import type { Services } from '../../context.ts';
import { forkFor } from '../../db/row-security/tenant-session.ts';
import { DomainError } from '../../errors.ts';
import { buildEvidence } from '../../publishing/evidence/build-evidence.ts';
import { authenticateRequest } from '../auth/authenticate.ts';
import { personContext } from '../auth/person-routes.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { AUTHENTICATES } from '../limits/rate-limits.ts';
import { id } from '../v1/common.schemas.ts';

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
