import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { Approval } from '../approvals/approval.entity.ts';
import { approveEdited } from '../publishing/review/approve-edited.ts';
import { previewEdits } from '../publishing/review/content/preview-edits.ts';
import { actAs } from '../testing/actors.ts';
import { createEngine } from '../testing/engine.ts';
import { givenAgent } from '../testing/factories.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor } from '../testing/test-services.ts';
import { buildServer } from './server.ts';

const database = useTestDatabase();
const DEMO = join(import.meta.dirname, '../../bin/demo.mjs');

it('npm run demo succeeds if a person edits and approves', async () => {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services);
  const { services, owner } = stage;
  const { key } = await givenAgent(services, stage.workspace);
  const folder = await mkdtemp(join(tmpdir(), 'demo-'));
  const [source, keyFile] = [join(folder, 'text.md'), join(folder, 'agent.key')];
  await Promise.all([writeFile(source, 'The harbour opens on Friday.'), writeFile(keyFile, key)]);
  const app = await buildServer(services);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const demo = spawn(process.execPath, [DEMO, '--source', source, '--key-file', keyFile, '--url', url, '--minutes', '1']);
  const ended = new Promise<number | null>((resolve) => demo.on('close', resolve));

  const pending = () => services.orm.em.fork().findOneOrFail(Approval, { workspaceId: stage.workspaceId, state: 'pending' });
  const { id: approvalId, contentHash } = await vi.waitFor(pending, { timeout: 40_000 });
  const edits = { captions: [{ platform: 'sandbox', text: 'As a person put it.', tags: [], thread: [] }] };
  const { contentHash: editedHash } = await previewEdits(contextFor(services, owner), approvalId, edits);
  await actAs(services, owner, (ctx) => approveEdited(ctx, { approvalId, contentHash, edits, editedHash }));
  const [publication] = await services.orm.em.fork().execute<{ id: string }[]>(`select id from publications where superseded_at is null`);
  expect(await engine.deliver(publication?.id ?? '')).toBe('published');
  expect(await ended).toBe(0);
  await app.close();
});
