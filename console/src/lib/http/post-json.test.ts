import { afterEach, expect, it, vi } from 'vitest';
import { getJson } from './get-json.ts';
import { postJson } from './post-json.ts';

afterEach(() => vi.unstubAllGlobals());

const answers = (status: number, problem: object) => vi.stubGlobal('fetch', async () => Response.json(problem, { status }));

it('says how long to wait at a rate limit, and which request was refused', async () => {
  answers(429, { code: 'rate_limited', detail: 'Too many.', remedy: 'Wait.', request_id: 'req_1', retry_after_seconds: 12 });
  const refusal = { code: 'rate_limited', requestId: 'req_1', retryAfterSeconds: 12 };
  await expect(postJson('/api/client/decide', {})).rejects.toMatchObject(refusal);
  await expect(getJson('/api/v1/drafts', new AbortController().signal)).rejects.toMatchObject(refusal);
});

it('names no time to wait where the refusal has none', async () => {
  answers(400, { code: 'bad_user_input', detail: 'Wrong.', remedy: 'Mend it.' });
  await expect(postJson('/api/client/decide', {})).rejects.toMatchObject({ requestId: null, retryAfterSeconds: null });
});
