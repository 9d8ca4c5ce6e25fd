import type { Static } from 'typebox';
import type { PrecheckBody, PrecheckSchema, UsageSchema } from '../account/usage.schemas.ts';
import { WAITING } from './drafts.ts';
import * as fixture from './fixture.ts';

export const TO_PRECHECK: Static<typeof PrecheckBody> = {
  workspace_id: fixture.WORKSPACE,
  draft_id: fixture.DRAFT_ID,
  approval_required: true,
  publish_mode: 'approval_queue',
};

const ALLOWANCE = { bucket: 'allowance', unit: 'publication', available: 0, held: 0 } as const;
const PACK = { bucket: 'pack', unit: 'publication', available: 70, held: 0 } as const;
const TOP_UP = { bucket: 'topup', unit: 'autoposting', available: 0, held: 0 } as const;

const POST_COST = { platform: 'sandbox', connection_id: fixture.CONNECTION_ID, credits: 1, surcharge: 0, network_charge: null };

export const PRECHECK: Static<typeof PrecheckSchema> = {
  draft_id: fixture.DRAFT_ID,
  workspace_id: fixture.WORKSPACE,
  ready: false,
  approval_required: true,
  publish_mode: 'approval_queue',
  credits: { unit: 'publication', required: 1, posts: [POST_COST], available: [ALLOWANCE, PACK], after: 69, budget: null },
  gates: WAITING.gates,
  targets: WAITING.targets,
  notices: [],
};

export const USAGE: Static<typeof UsageSchema> = {
  workspace_id: fixture.WORKSPACE,
  balances: [ALLOWANCE, { ...PACK, available: 69 }, TOP_UP],
  budget: null,
  prices: [],
  use_by_day: [{ day: '2026-11-21', unit: 'publication', used: 1 }],
  products: [
    {
      product: 'api_publication_pack',
      label: 'API publication pack',
      price_cents: 500,
      quantity: 70,
      unit: 'publication',
      note: '$5, one time: 70 API publication operations, outside the plan allowance.',
    },
    {
      product: 'api_autoposting_topup',
      label: 'API autoposting top-up',
      price_cents: 500,
      quantity: 125,
      unit: 'autoposting',
      note: '$5: +125 API autopostings, $0.04 per API autoposting.',
    },
  ],
};
