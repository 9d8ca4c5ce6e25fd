import type { Static } from 'typebox';
import type { CreatePayloadsBody, PayloadSchema, PayloadSetSchema } from '../drafts/payloads.schemas.ts';
import * as fixture from './fixture.ts';

export const PAYLOAD: Static<typeof PayloadSchema> = {
  platform: 'sandbox',
  connection_id: fixture.CONNECTION_ID,
  position: 0,
  payload: { text: fixture.TEXT },
  payload_hash: fixture.PAYLOAD_HASH,
  valid: true,
  violations: [],
  preview: {
    parts: [{ text: fixture.TEXT, facets: [], length: 57, limit: 500, unit: 'graphemes' }],
    link_card: null,
    images: [],
    plain_names: [],
  },
};

export const PAYLOADS_WANTED: Static<typeof CreatePayloadsBody> = {
  workspace_id: fixture.WORKSPACE,
  draft_id: fixture.DRAFT_ID,
  platform: 'sandbox',
};

export const PAYLOAD_SET: Static<typeof PayloadSetSchema> = {
  draft_id: fixture.DRAFT_ID,
  workspace_id: fixture.WORKSPACE,
  revision: 2,
  content_hash: fixture.CONTENT_HASH,
  payloads: [PAYLOAD],
  allowed_actions: ['caption', 'edit', 'archive'],
  _links: { draft: fixture.linkTo(`/drafts/${fixture.DRAFT_ID}`) },
};
