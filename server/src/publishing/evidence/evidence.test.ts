import canonicalize from 'canonicalize';
import { describe, expect, it } from 'vitest';
import { sealAudit } from '../../audit/seal-audit.ts';
import { createSealer } from '../../sealing/sealer.ts';
import { actAs } from '../../testing/actors.ts';
import { createEngine, givenQueued } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { settleUnknown } from '../reconciliation/settle-unknown.ts';
import { buildEvidence } from './build-evidence.ts';
import { digestsOf } from './evidence-digests.ts';
import type { Evidence } from './evidence-document.ts';
import { verifyEvidence } from './verify-evidence.ts';

const database = useTestDatabase();

/** A verifier who has fetched these keys of the service. */
const by = (...keys: { x: string }[]) => ({ keys: keys.length > 0 ? keys : null, passkeys: null });

/** The evidence of a job with two accounts: one published at once, the other settled by a person. */
async function givenEvidence() {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services, { sandbox: { failure: 'mute_instead_of_acting' } });
  await stage.connect('sandbox', { handle: 'lighthouse' });
  const queued = await givenQueued(stage);
  for (const id of queued.publicationIds) await engine.deliver(id);
  const publications = await stage.publicationsOf(queued.jobId);
  const unknown = publications.find(({ state }) => state === 'unknown')?.id ?? '';
  const words = { verdict: 'not_published', reason: 'I went through the feed.' } as const;
  await actAs(stage.services, stage.owner, (ctx) => settleUnknown(ctx, { publicationId: unknown, ...words }));
  await sealAudit(stage.services, { everything: true });
  const evidence = await buildEvidence(contextFor(stage.services, stage.owner), queued.jobId);
  // As read from a file.
  return { ...stage, ...queued, evidence: JSON.parse(JSON.stringify(evidence)) as Evidence, key: stage.services.sealer.signer.publicKey };
}

describe('the evidence of a publication', () => {
  it('contains who decided on exactly what, the gates, the response and the cost', async () => {
    const { evidence, owner } = await givenEvidence();
    const [published, absent] = evidence.publications.toSorted((a, b) => b.state.localeCompare(a.state));
    expect(evidence.content.map(({ payload }) => payload.text)).toEqual(Array(2).fill('The harbour festival opens on Friday.'));
    expect(evidence.approval?.decisions).toMatchObject([
      { decision: 'approved', user_id: owner.userId, content_hash: evidence.job.content_hash },
    ]);
    expect(published).toMatchObject({ state: 'published', attempts: [{ outcome: 'published' }], credit: { hold: { state: 'settled' } } });
    expect(published?.attempts[0]?.gates?.map(({ status }) => status)).toEqual(Array(9).fill('pass'));
    expect(absent).toMatchObject({
      state: 'failed',
      settlement: { verdict: 'not_published', by: owner.name },
      credit: { hold: { state: 'released' } },
    });
    expect(evidence.audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['draft.created', 'approval.decided', 'publish_job.created', 'publication.sending', 'publication.settled']),
    );
    expect(evidence.audit.every(({ chain }) => chain !== null)).toBe(true);
  });

  it('is genuine with the service’s key, and unproven with only the key inside it', async () => {
    const { evidence, key } = await givenEvidence();
    expect(await verifyEvidence(evidence, by(key))).toMatchObject({ verdict: 'genuine', faults: [], keyId: key.kid });
    expect(await verifyEvidence(evidence, by())).toMatchObject({ verdict: 'unproven', faults: [] });
    expect((await verifyEvidence(evidence, by())).notShown.join()).toContain('Who signed it');
    const stranger = createSealer(Buffer.alloc(32, 7)).signer.publicKey;
    expect((await verifyEvidence(evidence, by(stranger))).faults).toMatchObject([{ at: '/seal/key' }]);
  });

  it('contains no secret', async () => {
    const { evidence, connection } = await givenEvidence();
    expect(JSON.stringify(evidence)).not.toContain(connection?.externalId);
    expect(JSON.stringify(evidence)).not.toContain(connection?.sealedCredentials);
  });

  it('names the place of 100 of 100 random edits', async () => {
    const { evidence, key } = await givenEvidence();
    const random = seeded(20_261_121);
    const places = leavesOf(evidence);
    let named = 0;
    for (let edit = 0; edit < 100; edit += 1) {
      const path = places[Math.floor(random() * places.length)] ?? [];
      const edited = structuredClone(evidence);
      changeAt(edited, path, random);
      const changed = JSON.parse(JSON.stringify(edited));
      const pointer = `/${path.join('/')}`;
      const { faults } = await verifyEvidence(changed, by(key));
      if (faults.some(({ at }) => isNamed(at, pointer, path))) named += 1;
      else expect.soft(faults, pointer).toBe('a fault that names it');
    }
    console.info(`S5 evidence: 100 random edits of a document with ${places.length} places, ${named} named`);
    expect(named).toBe(100);
  });

  it('rejects a document that was signed again with a foreign key', async () => {
    const { evidence, key } = await givenEvidence();
    const { seal: _seal, ...facts } = structuredClone(evidence);
    facts.content[0]!.payload = { text: 'Everything is free tomorrow.' };
    const forger = createSealer(Buffer.alloc(32, 9)).signer;
    const digests = digestsOf({ ...facts });
    const sorted = JSON.stringify(Object.fromEntries(Object.entries(digests).sort(([a], [b]) => (a < b ? -1 : 1))));
    const forged = { ...facts, seal: { digests, algorithm: 'Ed25519', key: forger.publicKey, signature: forger.sign(sorted) } };
    expect((await verifyEvidence(forged, by())).faults.map(({ at }) => at)).toEqual(['/content/0/payload', '/job/content_hash']);
    expect((await verifyEvidence(forged, by(key))).faults.map(({ at }) => at)).toContain('/seal/key');
  });

  it('does not verify for any forgery, however consistent its parts: neither without the service’s keys, nor with them', async () => {
    const { evidence, key } = await givenEvidence();
    const { seal: _seal, ...facts } = structuredClone(evidence);
    for (const decision of facts.approval?.decisions ?? []) decision.user_id = 'usr_somebody_else';
    const forger = createSealer(Buffer.alloc(32, 9)).signer;
    const digests = digestsOf({ ...facts });
    const forged = {
      ...facts,
      seal: { digests, algorithm: 'Ed25519', key: forger.publicKey, signature: forger.sign(canonicalize(digests) ?? '') },
    };
    expect((await verifyEvidence(forged, by())).verdict).toBe('unproven');
    expect((await verifyEvidence(forged, by(key))).verdict).toBe('tampered');
  });
});

type Path = (string | number)[];

/** The path to every value that is neither an object nor a list. */
function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, [...path, Array.isArray(value) ? Number(name) : name]));
}

/** Changes or removes the value at a path. */
function changeAt(document: object, path: Path, random: () => number): void {
  const last = path.at(-1) ?? '';
  // biome-ignore lint/suspicious/noExplicitAny: any place of any document.
  const holder = path.slice(0, -1).reduce((value: any, name) => value[name], document);
  const before = holder[last];
  if (random() < 0.2) delete holder[last];
  else if (typeof before === 'number') holder[last] = before + 1;
  else if (typeof before === 'string' && before !== '') holder[last] = changedText(before, random);
  else holder[last] = 'something';
}

function changedText(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length);
  return `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
}

/** Whether the report names the edited part; an edited seal is reported where it no longer matches. */
function isNamed(at: string, pointer: string, path: Path): boolean {
  if (at !== '' && pointer.startsWith(at)) return true;
  return path[0] === 'seal' && (at.startsWith('/seal') || at === path[2] || at === '');
}

/** Returns the same numbers every time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
