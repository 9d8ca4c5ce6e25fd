import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
// The exit code applies to the whole process.
afterEach(() => {
  process.exitCode = 0;
});

/** A document as a file, the file of the service's keys, and the command on both. */
async function givenFiles() {
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
    const { verdict, code: refused, faults } = JSON.parse(stdout || stderr);
    return { result: [verdict ?? refused, code || process.exitCode], faults };
  };
  return { document, file, keys, verify };
}

it('evidence verify ends with 0 by the service’s key that was fetched, with 2 and "unproven" by the one that the document brings, with 1 where it was changed', async () => {
  const { document, file, keys, verify } = await givenFiles();
  expect((await verify('--keys', keys)).result).toEqual(['genuine', 0]);
  expect((await verify()).result).toEqual(['unproven', 2]);
  writeFileSync(file, document.replace('The harbour festival opens on Friday.', 'The harbour festival opens on Sunday.'));
  expect((await verify('--keys', keys)).result).toEqual(['evidence_tampered', 1]);
});

it('evidence verify rejects a document that another reader would parse to something else, and names each place', async () => {
  const { document, file, keys, verify } = await givenFiles();
  const forged = JSON.stringify([{ payload: { text: 'Everything is free tomorrow.' } }]);
  const decision = /"decisions":\[\{/;
  const edits: [string, string | RegExp, string][] = [
    ['/content', /^\{/, `{"content":${forged},`],
    ['/content', /^\{/, `{"c\\u006fntent":${forged},`],
    ['/approval/decisions', decision, '"decisions":[],"decisions":[{'],
    ['/approval/decisions/0/by', decision, '"decisions":[{"by":"The chairwoman",'],
    ['/content/0/payload/text', /"payload":\{/, '"payload":{"text":"Everything is free tomorrow.",'],
    ['/seal/signature', /"seal":\{/, '"seal":{"signature":"",'],
    ['/seal/note', /"seal":\{/, '"seal":{"note":"Checked by the auditors.",'],
    ['/seal/key/owner', /"kty":/, '"owner":"The auditors","kty":'],
    ['/seal/digests/~1content', /"digests":\{/, '"digests":{"/content":"",'],
    ['/seal/key/x', /"kty":/, '"x":"AAAA","kty":'],
    ['/extra', /^\{/, '{"extra":9007199254740993,'],
  ];
  for (const [at, where, added] of edits) {
    expect(document).toMatch(where);
    writeFileSync(
      file,
      document.replace(where, () => added),
    );
    const { result, faults } = await verify('--keys', keys);
    expect.soft({ added, result }).toEqual({ added, result: ['evidence_tampered', 1] });
    expect.soft(faults.map((fault: { at: string }) => fault.at)).toContain(at);
  }
  writeFileSync(file, Buffer.concat([Buffer.from(document.slice(0, -1)), Buffer.from(',"\xff":1}', 'latin1')]));
  expect((await verify('--keys', keys)).faults[0]).toMatchObject({ message: 'The file is not valid UTF-8.' });
});

it('evidence verify takes no file of keys in which another reader would find other keys', async () => {
  const { keys, verify } = await givenFiles();
  const listed = readFileSync(keys, 'utf8');
  writeFileSync(keys, listed.replace('{', '{"keys":[],'));
  expect((await verify('--keys', keys)).result).toEqual(['bad_user_input', 1]);
});
