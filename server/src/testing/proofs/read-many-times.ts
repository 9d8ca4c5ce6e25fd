import { buildServer } from '../../http/server.ts';
import { givenConnectionRow } from '../content.ts';
import { createEngine } from '../engine.ts';
import { givenAgent } from '../factories.ts';
import { givenStage } from '../stage.ts';
import type { TestDatabase } from '../test-database.ts';
import { countOutbound } from './outbound.ts';

/** Reads a job and prechecks its draft, which is for Bluesky, again and again over REST. */
export async function readManyTimes(
  database: TestDatabase,
  reads: number,
): Promise<{ reads: number; refused: number; elsewhere: string[] }> {
  const { services } = createEngine(database);
  const stage = await givenStage(services, { sandbox: null });
  const bluesky = { platform: 'bluesky', handle: 'harbour.bsky.social', externalId: 'did:plc:harbour' };
  await givenConnectionRow(services, stage.workspace, bluesky);
  const { draft, job } = await stage.submit({ platforms: ['bluesky'] });
  const { authorization } = await givenAgent(services, stage.workspace);
  const app = await buildServer(services);
  let refused = 0;
  const elsewhere = await countOutbound(database.url, async () => {
    for (let number = 0; number < reads; number += 1) {
      const read = await app.inject({ url: `/api/v1/publish-jobs/${job?.id}`, headers: { authorization } });
      const payload = { workspace_id: stage.workspaceId, draft_id: draft.id };
      const precheck = await app.inject({ method: 'POST', url: '/api/v1/usage/precheck', headers: { authorization }, payload });
      if (read.statusCode !== 200 || precheck.statusCode !== 200) refused += 1;
    }
  });
  await app.close();
  return { reads, refused, elsewhere };
}
