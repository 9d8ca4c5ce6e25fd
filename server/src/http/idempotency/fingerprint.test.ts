import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { readRequestKey } from './idempotency.ts';

/**
 * Keys are kept for 24 hours and outlive an upgrade: a release that recognised the same request by another fingerprint would
 * refuse each retry as `idempotency_key_reused`. These were computed by release 0.2.0 and must not change.
 */
const DRAFT = '932a217fdf6513667dbb224bc59ccd304b7b46d946c8483b76fb4f06cc8b2f3c';
const SUBMISSION = '54d0a501c25ffec33463bd0c7e16c6d902e00438cc29327c470a0e33841133ca';
const PICTURE = 'cb2bec7762f9f8a38ec8b65fc2acf58d4308d8b919d4891139a8d317f6666200';

it.each([
  [
    {
      method: 'POST',
      url: '/api/v1/drafts',
      body: { workspace_id: 'wsp_1', source_text: 'Open on Saturday.', platforms: ['x', 'bluesky'] },
    },
    DRAFT,
  ],
  [
    {
      method: 'POST',
      url: '/api/v1/drafts',
      body: { platforms: ['x', 'bluesky'], source_text: 'Open on Saturday.', workspace_id: 'wsp_1' },
    },
    DRAFT,
  ],
  [{ method: 'POST', url: '/api/v1/drafts/drf_1/submit', body: undefined, rawBody: undefined }, SUBMISSION],
  [{ method: 'POST', url: '/api/v1/media', body: undefined, rawBody: Buffer.from('bytes of a picture') }, PICTURE],
])('keeps the fingerprint of %j across releases', (request, fingerprint) => {
  const sent = { ...request, headers: { 'idempotency-key': 'k-1' } } as unknown as FastifyRequest;
  expect(readRequestKey(sent, 'grt_1')).toEqual({ grantId: 'grt_1', key: 'k-1', fingerprint });
});
