import canonicalize from 'canonicalize';
import { beforeAll, expect, it } from 'vitest';
import { fingerprintOf } from '../../access/passkeys/webauthn.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import { acceptStandingSignature } from '../../approvals/signatures/accept-signature.ts';
import { DecisionSignature } from '../../approvals/signatures/decision-signature.entity.ts';
import { hashOfTemplate } from '../../approvals/standing/template.ts';
import { contentHash, hashJson } from '../../payloads/content-hash.ts';
import { actAs } from '../../testing/actors.ts';
import { createEngine } from '../../testing/engine.ts';
import { arrangeStanding, givenStanding, LIMITS, reminder, templateOf } from '../../testing/matrix/standing.ts';
import { givenPasskey } from '../../testing/passkeys/passkeys.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { beginStandingSignature, signStanding } from '../standing/sign-standing.ts';
import { buildEvidence } from './build-evidence.ts';
import { digestsOf } from './evidence-digests.ts';
import type { Evidence, EvidenceStanding } from './evidence-document.ts';
import type { Trust } from './evidence-report.ts';
import { verifyEvidence } from './verify-evidence.ts';
import { standingFaults } from './verify-standing.ts';

const database = useTestDatabase();
type Stage = Awaited<ReturnType<typeof arrange>>;
let stage: Stage;
let evidence: Evidence;
let known: Trust;

/** A workspace where every approval is signed with a passkey, and a proposal whose owner has one. */
async function arrange() {
  const engine = createEngine(database);
  const arranged = await arrangeStanding(engine);
  const { services, owner, workspaceId } = arranged;
  await services.orm.em.fork().nativeUpdate(Workspace, workspaceId, { requiresSignature: true });
  const passkey = await givenPasskey(services, owner.userId);
  const propose = () => givenStanding(services, arranged, 'proposed', templateOf(arranged));
  const begin = async ({ id, templateHash }: { id: string; templateHash: string }, limits: Partial<typeof LIMITS> = {}) => {
    const { statement, options } = await actAs(services, owner, (ctx) =>
      beginStandingSignature(ctx, { id, templateHash, ...LIMITS, ...limits }),
    );
    const response = passkey.get(options, Buffer.from(owner.userId).toString('base64url'));
    return acceptStandingSignature(contextFor(services, owner), { statement, response });
  };
  const sign = ({ id, templateHash }: { id: string; templateHash: string }, more: object = {}) =>
    actAs(services, owner, (ctx) => signStanding(ctx, { id, templateHash, ...LIMITS, ...more }));
  return { ...arranged, engine, passkey, propose, begin, sign };
}

beforeAll(async () => {
  stage = await arrange();
  const proposal = await stage.propose();
  await stage.sign(proposal, { signature: await stage.begin(proposal) });
  const { job } = await stage.say(reminder('Sunday', '18:15', 11));
  const [publication] = await stage.publicationsOf(job?.id ?? '');
  expect(await stage.engine.deliver(publication?.id ?? '')).toBe('published');
  evidence = JSON.parse(JSON.stringify(await buildEvidence(contextFor(stage.services, stage.owner), job?.id ?? ''))) as Evidence;
  const { services, owner, passkey } = stage;
  const passkeys = [{ user_id: owner.userId, fingerprint: fingerprintOf(passkey.credential.publicKey) }];
  known = { keys: [services.sealer.signer.publicKey], passkeys };
});

/** A changed copy of the document, resealed with the service's own key: what a dishonest operator could produce. */
function forge(change: (document: Evidence, standing: EvidenceStanding) => unknown): Evidence {
  const { seal: _seal, ...facts } = structuredClone(evidence);
  const standing = facts.approval?.decisions[0]?.standing_approval;
  if (!standing) throw new Error('There is no standing approval.');
  change(facts as Evidence, standing);
  const { signer } = stage.services.sealer;
  const digests = digestsOf({ ...facts });
  return { ...facts, seal: { digests, algorithm: 'Ed25519', key: signer.publicKey, signature: signer.sign(canonicalize(digests) ?? '') } };
}

it('approves a post where each approval must be signed, and anyone can verify who signed what', async () => {
  const report = await verifyEvidence(evidence, known);
  const { owner } = stage;
  expect(report).toMatchObject({ verdict: 'genuine', faults: [], signatures: [{ user_id: owner.userId, verdict: 'signed' }] });
  expect(report.shown.join()).toMatch(
    /standing approval sta_[\w-]+ of usr_[\w-]+, .* over its limits and a template that exactly this content follows/,
  );
  expect(report.notShown.join()).toMatch(/published no more than was signed, .* only its agent wrote this/);
  expect((await verifyEvidence(evidence, { ...known, passkeys: null })).verdict).toBe('unproven');
  const stranger = { ...known, passkeys: [{ user_id: owner.userId, fingerprint: 'f'.repeat(64) }] };
  expect((await verifyEvidence(evidence, stranger)).verdict).toBe('tampered');
});

const flip = (text: string, at: number): string => `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;

it('never verifies with a changed byte of hash, signature, key, origin or limits: 100 of 100', async () => {
  const parts = ['signature', 'public_key', 'client_data_json', 'authenticator_data'] as const;
  const verdicts: string[] = [];
  for (let number = 0; number < 80; number += 1) {
    const part = parts[number % parts.length] ?? 'signature';
    const forged = forge((_document, { signature }) => {
      if (!signature) throw new Error('There is no signature.');
      const at = Math.floor((number / 80) * (signature[part].length - 2));
      signature[part] = flip(signature[part], at);
    });
    verdicts.push((await verifyEvidence(forged, known)).verdict);
  }
  const changes: Partial<EvidenceStanding>[] = [
    { per_day: 9 },
    { credits: 11 },
    { ends_at: '2099-01-01T00:00:00.000Z' },
    { time_zone: 'Asia/Tokyo' },
    { agent_id: 'agt_other' },
    { user_id: 'usr_other' },
    { standing_approval_id: 'sta_other' },
    { template_hash: 'f'.repeat(64) },
    { signed_at: '2099-01-01T00:00:00.000Z' },
    { signature: null },
  ];
  const fields = [
    'service',
    'workspace_id',
    'user_id',
    'template_hash',
    'per_day',
    'credits',
    'ends_at',
    'nonce',
    'expires_at',
    'time_zone',
  ];
  for (const change of changes) {
    const forged = forge((_document, standing) => Object.assign(standing, change));
    verdicts.push((await verifyEvidence(forged, known)).verdict);
  }
  for (const field of fields) {
    const forged = forge((_document, { signature }) => Object.assign(signature?.statement ?? {}, { [field]: 'https://evil.example' }));
    verdicts.push((await verifyEvidence(forged, known)).verdict);
  }
  expect([verdicts.length, verdicts.filter((verdict) => verdict === 'genuine')]).toEqual([100, []]);
});

it('does not verify for other content, whatever the service seals: for no changed payload, post, template or time', async () => {
  const words = 'Reminder: the choir sings on Sunday at 18:15. There are 11 seats left. Bring money!';
  const hashed = (document: Evidence) => {
    const targets = document.content.map(({ platform, connection_id, payload }) => ({
      platform,
      connectionId: connection_id,
      body: payload,
    }));
    const hash = contentHash(targets);
    document.job.content_hash = hash;
    for (const own of document.content) own.payload_hash = hashJson(own.payload);
    if (document.approval) document.approval.content_hash = hash;
    for (const decision of document.approval?.decisions ?? []) decision.content_hash = hash;
  };
  const otherPayload = forge((document) => {
    for (const own of document.content) own.payload = { ...own.payload, text: words };
    hashed(document);
  });
  const otherPost = forge((document) => {
    for (const own of document.content) {
      own.payload = { ...own.payload, text: words };
      own.post = { ...own.post, text: words };
    }
    hashed(document);
  });
  const otherTemplate = forge((_document, standing) => {
    const [first] = standing.template as { texts: Record<string, unknown> }[];
    if (first) first.texts = { text: [words] };
    standing.template_hash = hashOfTemplate(standing.template as never);
  });
  const noTime = forge((document) => {
    for (const decision of document.approval?.decisions ?? []) decision.at = 'some day';
  });
  const noPost = forge((document) => {
    for (const own of document.content) delete own.post;
  });
  for (const forged of [otherPayload, otherPost, otherTemplate, noPost, noTime]) {
    const { verdict, faults } = await verifyEvidence(forged, known);
    expect([verdict, faults.length > 0]).toEqual(['tampered', true]);
  }
});

it('follows a template that names no cover, as before 0.8, and not one that names another', () => {
  const withVideo = (named: object) => {
    const document = structuredClone(evidence) as unknown as {
      content: { post: { media: object[] } }[];
      approval: { decisions: { standing_approval: { template: { rest: { pictures: object[] } }[] } }[] };
    };
    const [content] = document.content;
    const [template] = document.approval.decisions.flatMap(({ standing_approval }) => standing_approval.template);
    if (!content || !template) throw new Error('There is no content.');
    const file = (sha256: string) => ({ mediaId: `med_${sha256}`, sha256, mimeType: 'video/mp4', width: 640, height: 360 });
    content.post.media = [{ kind: 'video', bytes: 3, file: file('a'), cover: { file: file('b'), bytes: 3, sentAs: 'uploaded' } }];
    template.rest.pictures = [{ kind: 'video', altText: '', sha256: 'a', ...named }];
    return standingFaults(document as unknown as Evidence).filter(({ message }) => message.includes('follow the template'));
  };
  expect(withVideo({})).toEqual([]);
  expect(withVideo({ cover: null, subtitles: null })).toHaveLength(1);
  expect(withVideo({ cover: { sha256: 'b', atMs: null, sentAs: 'uploaded' }, subtitles: null })).toEqual([]);
  expect(withVideo({ cover: { sha256: 'c', atMs: null, sentAs: 'uploaded' } })).toHaveLength(1);
});

it('must be signed by a passkey over exactly these limits where approvals must be signed, and is void otherwise', async () => {
  const { services, workspaceId, agent, propose, begin, sign, say } = await arrange();
  const proposal = await propose();
  await expect(sign(proposal)).rejects.toMatchObject({ code: 'signature_required' });
  const signature = await begin(proposal);
  await expect(sign(proposal, { signature, credits: 11 })).rejects.toMatchObject({ code: 'signature_refused' });
  const { signatureId } = await sign(proposal, { signature: await begin(proposal) });
  // No passkey is requested when it would not be used.
  await expect(begin(proposal)).rejects.toMatchObject({ code: 'invalid_state' });
  expect((await say(reminder('Sunday', '18:15', 11))).approval?.state).toBe('approved');

  // A row alone proves nothing.
  const other = await services.orm.em.fork().findOneOrFail(DecisionSignature, signatureId ?? '');
  await services.orm.em.fork().nativeUpdate(DecisionSignature, { id: other.id }, { signature: flip(other.signature, 12) });
  const spoiled = await say(reminder('Monday', '18:25', 12));
  expect([spoiled.approval?.state, spoiled.approval?.reason]).toEqual(['pending', expect.stringContaining('its signature does not hold')]);

  await services.orm.em.fork().execute('update standing_approvals set signature_id = null where agent_id = ?', [agent.agentId]);
  const unsigned = await say(reminder('Tuesday', '18:35', 12));
  expect(unsigned.approval?.reason).toContain('approvals require a passkey signature here, and this one has none');
  await services.orm.em.fork().nativeUpdate(Workspace, workspaceId, { requiresSignature: false });
  expect((await say(reminder('Friday', '18:45', 12))).approval?.state).toBe('approved');
});
