import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { learnSecret } from './known-secrets.ts';
import { cli, type RunningServer, secretFile } from './server.ts';

// biome-ignore lint/suspicious/noExplicitAny: a foreign client reads whatever the API answers.
export type Answer = any;

export interface Agent {
  key: string;
  grantId: string;
  workspaceId: string;
  /** An agent's API call; fails unless the response is a success. */
  call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Answer>;
  /** Submits a text for approval and returns the draft. */
  submit(sourceText: string, platforms: string[], more?: object): Promise<Answer>;
}

/** Connects the sandbox unless another file of the same site has: with two accounts the composer asks which one. */
export async function connectSandbox({ server: { dataDir }, workspaceId }: { server: RunningServer; workspaceId: string }): Promise<void> {
  const listed = await cli(dataDir, 'connection', 'list', '--workspace', workspaceId);
  const { connections } = listed as unknown as { connections: { platform: string }[] };
  if (connections.some(({ platform }) => platform === 'sandbox')) return;
  const credentials = await secretFile(dataDir, 'sandbox.json', '{}');
  await cli(dataDir, 'connection', 'add', '--workspace', workspaceId, '--platform', 'sandbox', '--credentials-file', credentials);
}

/** Connects the sandbox and adds a pack of credits, so that approved posts can be published. */
export async function letPostsOut(site: { server: RunningServer; workspaceId: string; accountId: string }): Promise<void> {
  const { dataDir } = site.server;
  await connectSandbox(site);
  await cli(dataDir, 'credits', 'add', '--account', site.accountId, '--product', 'api_publication_pack', '--quantity', '1');
}

/** Lets an agent in by the command line, as the operator does, and plays it over HTTP. */
export async function letAgentIn(server: RunningServer, workspaceId: string, name = 'Newsroom'): Promise<Agent> {
  const keyFile = join(server.dataDir, `${randomUUID()}.key`);
  const scopes = 'drafts:write,captions:write,payloads:write,jobs:write,read';
  const grant = await cli(
    server.dataDir,
    'grant',
    'create',
    '--workspace',
    workspaceId,
    '--agent-name',
    name,
    '--scopes',
    scopes,
    '--key-file',
    keyFile,
  );
  const key = (await readFile(keyFile, 'utf8')).trim();
  learnSecret({ name: 'API key', value: key });
  learnSecret({ name: 'secret part of an API key', value: key.split('_')[3] ?? key });

  const call: Agent['call'] = async (method, path, body) => {
    const headers: Record<string, string> = { authorization: `Bearer ${key}` };
    if (body) Object.assign(headers, { 'content-type': 'application/json', 'idempotency-key': randomUUID() });
    const send = () => fetch(`${server.url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    let answer = await send();
    let data = await answer.json();
    // A busy service may ask to retry: an agent does so, under the same key.
    for (let turn = 0; turn < 5 && data.code === 'service_busy'; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, data.retry_after_seconds * 1_000));
      answer = await send();
      data = await answer.json();
    }
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(data)}`);
    return data;
  };
  return {
    key,
    grantId: String(grant.grant_id),
    workspaceId,
    call,
    submit: (sourceText, platforms, more) =>
      call('POST', '/v1/drafts', {
        workspace_id: workspaceId,
        source_text: sourceText,
        platforms,
        approval_required: true,
        publish_mode: 'approval_queue',
        ...more,
      }),
  };
}

/** Polls the job until it has ended; fails after a minute with the current gates. */
export async function untilEnded(agent: Agent, jobId: string): Promise<Answer> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const job = await agent.call('GET', `/v1/publish-jobs/${jobId}`);
    if (['published', 'partially_published', 'failed', 'cancelled'].includes(job.state)) return job;
    if (Date.now() > deadline) throw new Error(`The job is still ${job.state}: ${JSON.stringify(job.publishing_readiness)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
