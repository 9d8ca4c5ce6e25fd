import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { sealAudit } from '../audit/seal-audit.ts';
import { buildEvidence } from '../publishing/evidence/build-evidence.ts';
import { createEngine, givenQueued } from '../testing/engine.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor } from '../testing/test-services.ts';
import { runCommand } from './run-command.ts';

const database = useTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'countersign-evidence-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// What a command says by it counts for the whole process.
afterEach(() => {
  process.exitCode = 0;
});

it('evidence verify ends with 0 by the service’s key that was fetched, with 2 and "unproven" by the one that the document brings, with 1 where it was changed', async () => {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services);
  const { jobId, publicationId } = await givenQueued(stage);
  await engine.deliver(publicationId);
  await sealAudit(stage.services, { everything: true });
  const document = JSON.stringify(await buildEvidence(contextFor(stage.services, stage.owner), jobId));
  const [file, keys] = [join(folder, 'evidence.json'), join(folder, 'keys.json')];
  writeFileSync(file, document);
  writeFileSync(keys, JSON.stringify({ keys: [stage.services.sealer.signer.publicKey] }));
  const verify = async (...args: string[]) => {
    process.exitCode = 0;
    const { code, stdout, stderr } = await runCommand(['evidence', 'verify', '--file', file, ...args, '--json'], {});
    const { verdict, code: refused } = JSON.parse(stdout || stderr);
    return [verdict ?? refused, code || process.exitCode];
  };

  expect(await verify('--keys', keys)).toEqual(['genuine', 0]);
  expect(await verify()).toEqual(['unproven', 2]);
  writeFileSync(file, document.replace('The harbour festival opens on Friday.', 'The harbour festival opens on Sunday.'));
  expect(await verify('--keys', keys)).toEqual(['evidence_tampered', 1]);
});
