import type { Static } from 'typebox';
import type { MeSchema, PrecheckBody, PrecheckSchema, UsageSchema } from '../account.schemas.ts';
import type { ConnectionSchema, PlatformListSchema } from '../connections.schemas.ts';
import type { AddCommentBody, CommentThreadSchema } from '../drafts/comments.schemas.ts';
import type { MediaSchema } from '../media.schemas.ts';
import { WAITING } from './drafts.ts';
import * as fixture from './fixture.ts';

export const ME: Static<typeof MeSchema> = {
  agent: { agent_id: fixture.AGENT_ID, name: 'Newsroom' },
  grant_id: fixture.GRANT_ID,
  key_id: 'xh7udH4CW73cceA0',
  workspace: { workspace_id: fixture.WORKSPACE, name: 'Harbour Café', time_zone: 'Europe/Lisbon' },
  voice: { tone: '', emoji: 'free', length: 'medium', max_tags: null, banned_words: [], wording: 'adapt' },
  scopes: ['drafts:write', 'captions:write', 'payloads:write', 'jobs:write', 'read', 'webhooks:write'],
  sandbox_only: false,
  limits: { jobs_per_day: 20, credits_per_month: null },
  rotation_requested: false,
  created_at: '2026-11-20T09:00:00.000Z',
  expires_at: null,
  key_expires_at: '2027-02-18T09:00:00.000Z',
};

const RULE = { source: 'The sandbox is part of this service', checked_on: '2026-11-01', confidence: 'documented' } as const;

export const PLATFORMS: Static<typeof PlatformListSchema> = {
  platforms: [
    {
      platform: 'sandbox',
      label: 'Sandbox',
      duplicate_class: 'askable',
      proven_by: 'sandbox',
      relay: false,
      publishing: 'ready',
      pictures: 'uploaded',
      animations: 'among pictures',
      documents: 'uploaded',
      video_cover: 'picture',
      video_subtitles: true,
      videos: 'uploaded',
      tags_in: 'text',
      network_charges: [],
      rules: [
        { field: 'first_comment', max: 500, unit: 'graphemes', ...RULE },
        { field: 'text', max: 500, unit: 'graphemes', ...RULE },
        { field: 'tags', max: 10, unit: 'items', ...RULE },
        { field: 'tag', max: 64, unit: 'graphemes', ...RULE },
        { field: 'thread', max: 1, unit: 'items', ...RULE },
      ],
      settings: [
        {
          name: 'first_comment',
          label: 'First comment',
          kind: 'text',
          required: false,
          remark: 'Published under the post right after it, and signed with it. If it fails, the post stays.',
        },
      ],
    },
  ],
};

export const CONNECTION: Static<typeof ConnectionSchema> = {
  connection_id: fixture.CONNECTION_ID,
  platform: 'sandbox',
  handle: 'sandbox',
  health: 'healthy',
  message: null,
  rests_until: null,
  rest_reason: null,
  access_ends_at: null,
  withheld: [],
  pictures: 'uploaded',
  own_limits: [],
  usual_metrics: [],
  connected_at: '2026-11-20T08:55:00.000Z',
};

export const NEW_COMMENT: Static<typeof AddCommentBody> = {
  text: 'Eight in the morning. I have put it into the text.',
  thread_id: fixture.THREAD_ID,
};

export const THREAD: Static<typeof CommentThreadSchema> = {
  thread_id: fixture.THREAD_ID,
  draft_id: fixture.DRAFT_ID,
  state: 'open',
  quote: 'on Saturday at eight',
  platform: null,
  resolved_at: null,
  comments: [
    { comment_id: fixture.THREAD_ID, text: 'In the morning?', by: 'Ada', by_kind: 'person', created_at: '2026-11-21T11:50:00.000Z' },
    {
      comment_id: fixture.COMMENT_ID,
      text: NEW_COMMENT.text,
      by: 'Newsroom',
      by_kind: 'agent',
      created_at: '2026-11-21T11:51:00.000Z',
    },
  ],
  has_earlier: false,
};

export const MEDIA: Static<typeof MediaSchema> = {
  media_id: fixture.MEDIA_ID,
  workspace_id: fixture.WORKSPACE,
  alt_text: 'A white boat at a stone pier.',
  renditions: [
    {
      sha256: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
      mime_type: 'image/jpeg',
      byte_size: 183_204,
      width: 1_600,
      height: 1_200,
    },
  ],
  reduced_from: null,
  seconds: null,
  cover: null,
  subtitles: null,
  created_at: '2026-11-21T11:40:00.000Z',
};

export const VIDEO: Static<typeof MediaSchema> = {
  ...MEDIA,
  alt_text: 'A white boat comes in at a stone pier.',
  renditions: [
    {
      sha256: '0b4c1d5e8d6f2a4d7a2b3f5c9e8d7c6b5a4f3e2d1c0b9a8f7e6d5c4b3a2f1e0d',
      mime_type: 'video/mp4',
      byte_size: 48_310_112,
      width: 1_080,
      height: 1_920,
    },
  ],
  seconds: 32,
};

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
  allowed_actions: ['caption', 'edit', 'archive'],
  approval_url: `${fixture.HOST}/approvals/${fixture.APPROVAL_ID}`,
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
