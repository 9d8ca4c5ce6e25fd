import type { Static } from 'typebox';
import type { CreatePayloadsBody, PayloadSchema, PayloadSetSchema } from '../drafts/payloads.schemas.ts';
import * as story from './story.ts';

export const PAYLOAD: Static<typeof PayloadSchema> = {
  platform: 'sandbox',
  connection_id: story.CONNECTION_ID,
  position: 0,
  payload: { text: story.TEXT },
  payload_hash: story.PAYLOAD_HASH,
  valid: true,
  violations: [],
  preview: {
    parts: [{ text: story.TEXT, facets: [], length: 57, limit: 500, unit: 'graphemes' }],
    link_card: null,
    images: [],
    plain_names: [],
  },
};

export const PAYLOADS_WANTED: Static<typeof CreatePayloadsBody> = {
  workspace_id: story.WORKSPACE,
  draft_id: story.DRAFT_ID,
  platform: 'sandbox',
};

export const PAYLOAD_SET: Static<typeof PayloadSetSchema> = {
  draft_id: story.DRAFT_ID,
  workspace_id: story.WORKSPACE,
  revision: 2,
  content_hash: story.CONTENT_HASH,
  payloads: [PAYLOAD],
  allowed_actions: ['caption', 'edit', 'archive'],
  _links: { draft: story.linkTo(`/drafts/${story.DRAFT_ID}`) },
};
