import type { Static } from 'typebox';
import type { AddEndpointBody, DeliverySchema, EndpointSchema } from '../events/webhooks.schemas.ts';
import { EVENTS } from './events.ts';
import * as fixture from './fixture.ts';

export const NEW_ENDPOINT: Static<typeof AddEndpointBody> = {
  workspace_id: fixture.WORKSPACE,
  url: 'https://agent.example.org/hooks/countersign',
  secret: 'whsec_dGhpcyBpcyBhbiBleGFtcGxlLCBtYWtlIHlvdXIgb3du',
  types: ['approval.decided', 'job.published'],
};

export const ENDPOINT: Static<typeof EndpointSchema> = {
  endpoint_id: fixture.ENDPOINT_ID,
  workspace_id: fixture.WORKSPACE,
  url: NEW_ENDPOINT.url,
  types: ['approval.decided', 'job.published'],
  state: 'active',
  reason: null,
  public_key: 'whpk_3Jt0qM6bTq8f1m0Y8w0lJ2b8fJ7o2m4o8u6a1Xy9Z2s=',
  old_secret_until: null,
  failures: 0,
  failing_since: null,
  last_success_at: fixture.PUBLISHED_AT,
  created_at: fixture.MADE_AT,
  _links: { self: fixture.linkTo(`/webhook-endpoints/${fixture.ENDPOINT_ID}`) },
};

export const UNPROVEN_ENDPOINT: Static<typeof EndpointSchema> = { ...ENDPOINT, state: 'unproven', last_success_at: null };

export const DELIVERY: Static<typeof DeliverySchema> = {
  delivery_id: fixture.DELIVERY_ID,
  webhook_id: fixture.EVENT_ID,
  type: 'job.published',
  state: 'delivered',
  attempts: 1,
  next_attempt_at: null,
  last_status: 204,
  last_fault: null,
  created_at: fixture.PUBLISHED_AT,
  delivered_at: '2026-11-21T12:03:12.688Z',
  body: JSON.stringify(EVENTS['job.published']),
};

export const TEST_DELIVERY: Static<typeof DeliverySchema> = {
  ...DELIVERY,
  delivery_id: fixture.TEST_DELIVERY_ID,
  webhook_id: fixture.TEST_DELIVERY_ID,
  type: 'endpoint.test',
  state: 'pending',
  attempts: 0,
  next_attempt_at: fixture.PUBLISHED_AT,
  last_status: null,
  delivered_at: null,
  body: JSON.stringify({
    type: 'endpoint.test',
    timestamp: fixture.PUBLISHED_AT,
    workspace_id: fixture.WORKSPACE,
    message: 'This is a test. Nothing has happened.',
    data: {},
  }),
};
