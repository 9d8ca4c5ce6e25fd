import canonicalize from 'canonicalize';
import { beforeAll, describe, expect, it } from 'vitest';
import { fingerprintOf } from '../../access/passkeys/webauthn.ts';
import { erasePerson } from '../../account-data/erase-person.ts';
import { acceptSignature } from '../../approvals/signatures/accept-signature.ts';
import { DecisionSignature } from '../../approvals/signatures/decision-signature.entity.ts';
import { beginSignature } from '../../approvals/signatures/request-signature.ts';
import { challengeFor } from '../../approvals/signatures/statement.ts';
import { loadDraft } from '../../drafts/draft-queries.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { createEngine } from '../../testing/engine.ts';
import { givenPasskey } from '../../testing/passkeys/passkeys.ts';
import type { PasskeyAlgorithm } from '../../testing/passkeys/virtual-authenticator.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { recordDecision } from '../review/record-decision.ts';
import { submitDraft } from '../review/submit-draft.ts';
import { buildEvidence } from './build-evidence.ts';
import { digestsOf } from './evidence-digests.ts';
import type { Evidence, EvidenceDecision, EvidenceSignature } from './evidence-document.ts';
import type { KnownPasskey, Trust } from './evidence-report.ts';
import { verifyEvidence } from './verify-evidence.ts';

const database = useTestDatabase();

type Signed = Awaited<ReturnType<typeof givenSigned>>;
let signed: Signed;
let evidence: Evidence;
beforeAll(async () => {
  signed = await givenSigned();
  await signed.engine.deliver(signed.publicationId);
  evidence = await signed.readEvidence();
});

/** A job signed with passkeys by as many people as required, its owner first; not sent yet. */
async function givenSigned(people = 1, algorithm?: PasskeyAlgorithm) {
  const engine = createEngine(database);
  const { services } = engine;
  const stage = await givenStage(services, { workspace: { requiresSignature: true, approvalsRequired: people } });
  const { owner, accountId, workspaceId } = stage;
  const others = await Promise.all(Array.from({ length: people - 1 }, () => userActor(services, accountId, 'approver')));
  const { approval, job } = await stage.submit();
  if (!approval || !job) throw new Error('No approval was requested.');
  const { id: approvalId, contentHash } = approval;
  const passkeys: KnownPasskey[] = [];
  for (const person of [owner, ...others]) {
    const passkey = await givenPasskey(services, person.userId, algorithm);
    const { statement, options } = await actAs(services, person, (ctx) => beginSignature(ctx, workspaceId, [{ approvalId, contentHash }]));
    const response = passkey.get(options, Buffer.from(person.userId).toString('base64url'));
    const signature = await acceptSignature(contextFor(services, person), { statement, response });
    await actAs(services, person, (ctx) => recordDecision(ctx, { approvalId, contentHash, decision: 'approved', signature }));
    passkeys.push({ user_id: person.userId, fingerprint: fingerprintOf(passkey.credential.publicKey) });
  }
  const [publication] = await stage.publicationsOf(job.id);
  const known: Trust = { keys: [services.sealer.signer.publicKey], passkeys };
  return {
    ...stage,
    others,
    engine,
    job,
    known,
    draftId: approval.draftId,
    publicationId: publication?.id ?? '',
    // As read from a file.
    readEvidence: async () => JSON.parse(JSON.stringify(await buildEvidence(contextFor(services, owner), job.id))) as Evidence,
  };
}

const signatureOf = ({ approval }: Evidence): EvidenceSignature => {
  const signature = approval?.decisions[0]?.signature;
  if (!signature) throw new Error('There is no signature.');
  return signature;
};

/** A changed copy of the document, resealed with the service's own key: what a dishonest operator could produce. */
function forge(change: (document: Evidence) => void, original = evidence): Evidence {
  const { seal: _seal, ...facts } = structuredClone(original);
  change(facts as Evidence);
  const { signer } = signed.services.sealer;
  const digests = digestsOf({ ...facts });
  return { ...facts, seal: { digests, algorithm: 'Ed25519', key: signer.publicKey, signature: signer.sign(canonicalize(digests) ?? '') } };
}

describe('the evidence of what a person signed', () => {
  it('is genuine with the service’s key and the passkey that its owner confirmed', async () => {
    const decision = evidence.approval?.decisions[0];
    expect(decision).toMatchObject({ decision: 'approved', signed_by: 'passkey', signature: { algorithm: 'ES256' } });
    const report = await verifyEvidence(evidence, signed.known);
    expect(report).toMatchObject({ verdict: 'genuine', faults: [], signatures: [{ user_id: signed.owner.userId, verdict: 'signed' }] });
    const [own] = signed.known.passkeys ?? [];
    expect(report.shown).toContainEqual(
      expect.stringContaining(
        `${own?.user_id}, called ${JSON.stringify(signed.owner.name)} by the service, is signed with the passkey ${own?.fingerprint},`,
      ),
    );
    for (const open of ['What the screen showed', 'How many people had to sign']) expect(report.notShown.join()).toContain(open);
  });

  it.each(['EdDSA', 'RS256'] as const)('is genuine if the passkey signs with %s', async (algorithm) => {
    const other = await givenSigned(1, algorithm);
    await other.engine.deliver(other.publicationId);
    const document = await other.readEvidence();
    expect(document.approval?.decisions[0]?.signature?.algorithm).toBe(algorithm);
    expect((await verifyEvidence(document, other.known)).verdict).toBe('genuine');
  });

  it('reports that only the document names the passkey, if its owner has not confirmed it', async () => {
    const report = await verifyEvidence(evidence, { ...signed.known, passkeys: null });
    expect(report).toMatchObject({ verdict: 'unproven', faults: [], signatures: [{ verdict: 'unproven' }] });
    expect(report.notShown.join()).toContain('--passkeys');
  });

  it('has a challenge that anyone can compute from the statement alone', () => {
    const { statement, client_data_json: clientData } = signatureOf(evidence);
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString());
    expect(challenge).toBe(challengeFor(statement));
    expect(statement).toMatchObject({
      decisions: [{ content_hash: evidence.job.content_hash, approval_id: evidence.approval?.approval_id }],
    });
  });

  it('is not verified by another person’s passkey, nor with a signature removed', async () => {
    const [own] = signed.known.passkeys ?? [];
    for (const stranger of [
      { ...own!, user_id: 'usr_other' },
      { ...own!, fingerprint: 'f'.repeat(64) },
    ]) {
      const { verdict, faults } = await verifyEvidence(evidence, { ...signed.known, passkeys: [stranger] });
      expect([verdict, faults[0]?.at]).toEqual(['tampered', '/approval/decisions/0/signature']);
    }
    const bare = forge(({ approval }) => Object.assign(approval?.decisions[0] ?? {}, { signature: null, signed_by: 'session' }));
    expect((await verifyEvidence(bare, signed.known)).faults).toMatchObject([{ at: '/approval/decisions' }]);
    const loose = forge(({ approval }) => {
      Object.assign(approval ?? {}, { signature_required: false });
      Object.assign(approval?.decisions[0] ?? {}, { signature: null, signed_by: 'session' });
    });
    const report = await verifyEvidence(loose, signed.known);
    expect(report.verdict).toBe('unproven');
    expect(report.shown.join()).toContain('signed-in session');
  });

  it('fails after one changed byte of hash, signature, key or origin, even if the service itself resealed it: 100 of 100', async () => {
    const places: [string, (document: Evidence, at: number) => void][] = [
      ['hash', ({ job, approval }, at) => flipHash(at, job, approval!, approval!.decisions[0]!)],
      ['signed hash', (document, at) => flipHash(at, (signatureOf(document).statement as { decisions: never[] }).decisions[0]!)],
      ['signature', (document, at) => flipBytes(signatureOf(document), 'signature', at)],
      ['key', (document, at) => flipBytes(signatureOf(document), 'public_key', at)],
      ['authenticator', (document, at) => flipBytes(signatureOf(document), 'authenticator_data', at)],
      ['browser', (document, at) => flipBytes(signatureOf(document), 'client_data_json', at)],
      ['origin', (document, at) => flipOrigin(document, at)],
      ['person', ({ approval }) => Object.assign(approval!.decisions[0]!, { user_id: 'usr_somebody' })],
      ['request', ({ approval }, at) => Object.assign(approval!, { approval_id: `apr_${at}` })],
      ['time', ({ approval }) => Object.assign(approval!.decisions[0]!, { at: '2031-01-01T00:00:00.000Z' })],
    ];
    let noticed = 0;
    for (let edit = 0; edit < 100; edit += 1) {
      const [name, change] = places[edit % places.length]!;
      const { verdict } = await verifyEvidence(
        forge((document) => change(document, edit)),
        signed.known,
      );
      if (verdict === 'tampered') noticed += 1;
      else expect.soft(verdict, `${name} ${edit}`).toBe('tampered');
    }
    console.info(`Signatures: 100 changes of a document that its own service sealed again, ${noticed} noticed`);
    expect(noticed).toBe(100);
  });

  it('cannot be transferred to other content by the service: the signed statement contains the hash', async () => {
    const other = forge(({ content, job, approval }) => {
      content[0]!.payload = { ...content[0]!.payload, text: 'Everything is free tomorrow.' };
      content[0]!.payload_hash = 'a'.repeat(64);
      for (const part of [job, approval!, approval!.decisions[0]!]) part.content_hash = 'b'.repeat(64);
    });
    const { faults } = await verifyEvidence(other, signed.known);
    expect(faults.map(({ at }) => at)).toContain('/approval/decisions/0/signature');
  });
});

describe('the evidence of what two people had to sign', () => {
  let both: Signed;
  let original: Evidence;
  beforeAll(async () => {
    both = await givenSigned(2);
    await both.engine.deliver(both.publicationId);
    original = await both.readEvidence();
  });
  const verdictOn = async (change: (decisions: EvidenceDecision[], document: Evidence) => void) => {
    const forged = forge((document) => change(document.approval!.decisions, document), original);
    const { verdict, faults } = await verifyEvidence(forged, both.known);
    return { verdict, at: faults[0]?.at };
  };
  const strip = (decision: EvidenceDecision | undefined, as: Partial<EvidenceDecision> = { signed_by: 'session' }) =>
    Object.assign(decision!, { signature: null, ...as });
  const asClient = { signed_by: 'client_link', user_id: null, client_link_id: 'cli_invented' } as const;

  it('is genuine with the passkeys of both', async () => {
    expect(await verdictOn(() => {})).toEqual({ verdict: 'genuine', at: undefined });
  });

  it.each([false, true])('is not verified by one of them, whatever it says was required (%s)', async (isRequired) => {
    const expected = isRequired ? { verdict: 'tampered', at: '/approval/decisions' } : { verdict: 'unproven', at: undefined };
    for (const change of [
      (decisions: EvidenceDecision[]) => strip(decisions[1]),
      (decisions: EvidenceDecision[]) => strip(decisions[1], asClient),
      (decisions: EvidenceDecision[]) => strip(decisions[1], { ...asClient, counts: false }),
      (decisions: EvidenceDecision[]) => decisions.pop(),
    ]) {
      const made = await verdictOn((decisions, { approval }) => {
        change(decisions);
        approval!.signature_required = isRequired;
      });
      expect(made).toEqual(expected);
    }
  });

  it('remains genuine after one of them was erased, and no longer names that person', async () => {
    const { engine, others, readEvidence, known } = await givenSigned(2);
    const [erased] = others;
    await actAs(engine.services, { kind: 'operator' }, (ctx) => erasePerson(ctx, erased?.email ?? ''));
    const after = await readEvidence();
    expect((await verifyEvidence(after, known)).verdict).toBe('genuine');
    expect(JSON.stringify(after)).not.toContain(erased?.name);
    expect(JSON.stringify(after)).not.toContain(erased?.email);
  });

  it('is unproven if one of several approvals is unsigned, even if it claims that fewer were required', async () => {
    for (const as of [{ signed_by: 'session' }, asClient] as const) {
      const made = await verdictOn((decisions, { approval }) => {
        strip(decisions[1], as);
        approval!.approvals_required = 1;
      });
      expect(made.verdict).toBe('unproven');
    }
  });

  it('counts people: one who appears twice is reported', async () => {
    const made = await verdictOn((decisions) => decisions.splice(1, 1, { ...decisions[0]!, decision_id: 'dec_copy' }));
    expect(made).toEqual({ verdict: 'tampered', at: '/approval/decisions/1' });
  });

  it('is not verified without passkeys by a client’s approval if signatures were required and nothing was published', async () => {
    const waiting = forge(({ approval, publications }) => {
      for (const decision of approval!.decisions) strip(decision, asClient);
      for (const publication of publications) Object.assign(publication, { state: 'unknown', credit: null });
    }, original);
    expect(await verifyEvidence(waiting, { ...both.known, passkeys: null })).toMatchObject({ verdict: 'unproven', faults: [] });
  });
});

describe('content that must be signed', () => {
  it('is not sent if its signature in the database was changed, and can be requested again', async () => {
    const { engine, publicationId, services, workspaceId, agent, draftId, jobOf, job } = await givenSigned();
    const rows = services.orm.em.fork();
    await rows.nativeUpdate(DecisionSignature, { workspaceId }, { signature: signatureOf(evidence).signature });
    await engine.deliver(publicationId);
    expect(await engine.postsOf(publicationId)).toBe(0);
    expect((await jobOf(job.id)).state).toBe('blocked');
    const again = await actAs(services, agent, async (ctx) => submitDraft(ctx, await loadDraft(ctx, draftId, 'write')));
    expect(again).toMatchObject({ job: { id: job.id }, approval: { state: 'pending', requiresSignature: true } });
  });

  it('is not sent after the approval was written directly into the database', async () => {
    const engine = createEngine(database);
    const stage = await givenStage(engine.services, { workspace: { requiresSignature: true } });
    const { approval, job } = await stage.submit();
    const em = engine.services.orm.em.fork();
    await em.execute(`update approvals set state = 'approved' where id = ?`, [approval?.id]);
    await em.execute(`update drafts set state = 'approved' where id = ?`, [approval?.draftId]);
    const [publication] = await stage.publicationsOf(job?.id ?? '');
    await engine.settle(publication?.id ?? '');
    expect(await engine.postsOf(publication?.id ?? '')).toBe(0);
    expect((await stage.jobOf(job?.id ?? '')).state).toBe('blocked');
  });
});

/** Changes one character of the hash in all of these alike. */
function flipHash(at: number, ...holders: { content_hash: string }[]): void {
  for (const holder of holders) {
    const place = at % holder.content_hash.length;
    const sign = holder.content_hash[place] === '0' ? '1' : '0';
    holder.content_hash = `${holder.content_hash.slice(0, place)}${sign}${holder.content_hash.slice(place + 1)}`;
  }
}

function flipBytes<Name extends 'signature' | 'public_key' | 'authenticator_data' | 'client_data_json'>(
  holder: EvidenceSignature,
  name: Name,
  at: number,
): void {
  const bytes = Buffer.from(holder[name], 'base64url');
  const place = (at * 7) % bytes.length;
  bytes[place] = (bytes[place] ?? 0) ^ (1 << (at % 8));
  holder[name] = bytes.toString('base64url');
}

/** Names another service in the statement, in the browser's data, or in both with a matching challenge. */
function flipOrigin(document: Evidence, at: number): void {
  const signature = signatureOf(document);
  const service = `http://localhost:${4001 + at}`;
  if (at % 3 !== 1) signature.statement.service = service;
  if (at % 3 === 0) return;
  const clientData = JSON.parse(Buffer.from(signature.client_data_json, 'base64url').toString());
  const said = { ...clientData, origin: service, challenge: challengeFor(signature.statement) };
  signature.client_data_json = Buffer.from(JSON.stringify(said)).toString('base64url');
}
