import fc from 'fast-check';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { readBalances } from '../credits/credit-queries.ts';
import { setSurcharge } from '../credits/surcharges.ts';
import type { PlatformCharge } from '../platforms/platform/charges.ts';
import { actAs } from '../testing/actors.ts';
import { createEngine, type Engine } from '../testing/engine.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor } from '../testing/test-services.ts';
import { verifyHolds } from './jobs/promised-credits.ts';
import { precheckUsage } from './precheck-usage.ts';
import { approveEdited } from './review/approve-edited.ts';
import { previewEdits } from './review/content/preview-edits.ts';
import { decidedOf } from './standing/history.ts';

const OPERATOR = { kind: 'operator' } as const;
const PRICES = { source: 'https://docs.example.org/prices', checkedOn: '2026-11-23', confidence: 'documented' } as const;
/** Like X: another surcharge for a post with a link. */
const BY_LINK: PlatformCharge[] = [
  { per: 'post', usd: 0.015, ...PRICES },
  { per: 'post_with_link', usd: 0.2, ...PRICES },
];
const database = useTestDatabase();
let engine: Engine;
const setTo = (credits: number, creditsWithLink: number | null = null) =>
  actAs(engine.services, OPERATOR, (ctx) => setSurcharge(ctx, { platform: 'sandbox', credits, creditsWithLink }));

beforeAll(() => {
  engine = createEngine(database, () => ({ charges: BY_LINK }));
});
afterEach(() => setTo(0));

async function arrange() {
  const stage = await givenStage(engine.services, { packs: 4 });
  const { accountId } = stage;
  return {
    ...stage,
    left: async () => (await readBalances(contextFor(engine.services), accountId)).find(({ bucket }) => bucket === 'pack'),
    problems: async () => [...(await stage.ledger()).problems, ...(await verifyHolds(contextFor(engine.services), accountId))],
    /** The cost of a draft that is not submitted yet. */
    beforehand: async (sourceText: string) => {
      const { draft } = await stage.submit({ sourceText, publishMode: 'draft_only' });
      return actAs(engine.services, stage.agent, (ctx) => precheckUsage(ctx, { workspaceId: stage.workspaceId, draftId: draft.id }));
    },
  };
}

const WORDS = 'The boat leaves at nine';
const LINK = 'https://example.org/boat';

it('charges the announced surcharge, with or without a link, and despite later changes', async () => {
  const stage = await arrange();
  let number = 0;
  const surcharge = fc.integer({ min: 0, max: 6 });
  const values = fc.record({ plain: surcharge, withLink: fc.option(surcharge), hasLink: fc.boolean(), later: surcharge });
  await fc.assert(
    fc.asyncProperty(values, async ({ plain, withLink, hasLink, later }) => {
      await setTo(plain, withLink);
      number += 1;
      const expected = 1 + (hasLink ? (withLink ?? plain) : plain);
      const sourceText = `${WORDS}, round ${number}${hasLink ? `: ${LINK}` : '.'}`;
      expect((await stage.beforehand(`${sourceText} Tried.`)).credits).toMatchObject({ required: expected });
      const { approval, job } = await stage.submit({ sourceText });
      await setTo(later, later);
      const before = await stage.left();
      await stage.approve(approval);
      const [publication] = await stage.publicationsOf(job?.id ?? '');
      expect(publication).toMatchObject({ credits: expected });
      expect(await engine.deliver(publication?.id ?? '')).toBe('published');
      expect((await stage.left())?.available).toBe((before?.available ?? 0) - expected);
    }),
    { numRuns: 12 },
  );
  expect(await stage.problems()).toEqual([]);
});

it('is recomputed for content that a person changes while approving it', async () => {
  await setTo(1, 9);
  const stage = await arrange();
  const { approval, job } = await stage.submit({ sourceText: `${WORDS}.` });
  const approvalId = approval?.id ?? '';
  const edits = { captions: [{ platform: 'sandbox', text: `${WORDS}: ${LINK}`, tags: [], thread: [] }] };
  const made = await actAs(engine.services, stage.owner, (ctx) => previewEdits(ctx, approvalId, edits));
  expect(made.posts).toMatchObject([{ platform: 'sandbox', credits: 10, surcharge: 9, charge: { usd: 0.2 } }]);
  await actAs(engine.services, stage.owner, (ctx) =>
    approveEdited(ctx, { approvalId, contentHash: approval?.contentHash ?? '', edits, editedHash: made.contentHash, comment: null }),
  );
  const [publication] = await stage.publicationsOf(job?.id ?? '');
  expect(publication).toMatchObject({ credits: 10 });
});

it('is counted in proposals and replays', async () => {
  await setTo(1, 4);
  const stage = await arrange();
  for (const end of [`: ${LINK}`, '.']) {
    const { approval } = await stage.submit({ sourceText: `${WORDS}${end}` });
    await stage.approve(approval);
  }
  const agentId = stage.agent.kind === 'agent' ? stage.agent.agentId : '';
  const decided = await actAs(engine.services, stage.owner, (ctx) => decidedOf(ctx, { workspaceId: stage.workspaceId, agentId }));
  expect(decided.map(({ creditsNeeded }) => creditsNeeded)).toEqual([5, 2]);
});
