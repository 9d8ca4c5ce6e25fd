import { expect } from 'vitest';
import { SCOPES } from '../../access/actor.ts';
import type { Services } from '../../context.ts';
import { cookieName } from '../../http/auth/cookies.ts';
import { givenAgent, givenUser } from '../factories.ts';
import { PASSWORD } from '../people.ts';
import { SMALLEST_PNG } from '../pictures.ts';
import { givenStage } from '../stage.ts';
import type { KnownIds } from './random-requests.ts';
import type { Send } from './send-until-done.ts';

/** The subject of random requests, and their callers by their headers. */
export interface Ground {
  known: KnownIds;
  agent: { authorization: string };
  /** The agent, an owner of the account, and an operator of the service. */
  callers: Record<string, string>[];
}

/** Another account with one of each thing. */
export async function givenGround(services: Services, send: Send): Promise<Ground> {
  const { accountId, workspaceId, workspace, connection } = await givenStage(services);
  const { authorization, grantId } = await givenAgent(services, workspace, { scopes: SCOPES.filter((scope) => scope !== 'publish:auto') });
  const make = async (path: string, body: string | object, type = 'application/json') => {
    const headers = { authorization, 'content-type': type };
    const response = await send({ method: 'POST', url: `/api/v1/${path}`, headers, payload: body });
    expect(response.statusCode, `${path}: ${response.body}`).toBe(201);
    return response.json();
  };
  const source = { workspace_id: workspaceId, source_text: 'The pier opens.', platforms: ['sandbox'], publish_mode: 'approval_queue' };
  const { draft_id, approval, publish_job } = await make('drafts', source);
  const { caption_set_id } = await make('captions', { workspace_id: workspaceId, draft_id });
  const { media_id } = await make('media', SMALLEST_PNG, 'image/png');
  const { thread_id } = await make(`drafts/${draft_id}/comments`, { text: 'Hello.' });
  const endpoint = { url: 'http://127.0.0.1:9/', secret: `whsec_${Buffer.alloc(24, 7).toString('base64')}` };
  const { endpoint_id } = await make('webhook-endpoints', endpoint);
  const owner = await givenUser(services, accountId, { password: PASSWORD });
  const operator = await givenUser(services, accountId, { isOperator: true, password: PASSWORD });
  const known: KnownIds = {
    workspace_id: workspaceId,
    account_id: accountId,
    connection_id: connection?.id ?? '',
    draft_id,
    caption_set_id,
    media_id,
    thread_id,
    endpoint_id,
    webhook_endpoint_id: endpoint_id,
    approval_id: approval.approval_id,
    content_hash: approval.content_hash,
    job_id: publish_job.job_id,
    grant_id: grantId,
    user_id: owner.userId,
    session_id: owner.sessionId,
    password: PASSWORD,
  };
  const browserOf = (sessionToken: string) => ({
    cookie: `${cookieName(services.config)}=${sessionToken}`,
    'sec-fetch-site': 'same-origin',
  });
  return { known, agent: { authorization }, callers: [{ authorization }, browserOf(owner.sessionToken), browserOf(operator.sessionToken)] };
}
