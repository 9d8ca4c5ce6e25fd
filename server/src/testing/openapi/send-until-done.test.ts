import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { untilDone } from './send-until-done.ts';

/** A service with these responses, in sequence. */
async function ask(...answers: { status: number; retryAfter?: string; body?: object }[]) {
  const app = Fastify();
  app.get('/', async (_request, reply) => {
    const { status, retryAfter, body = {} } = answers.shift() ?? { status: 418 };
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    return reply.code(status).send(body);
  });
  let times = 0;
  const { statusCode } = await untilDone(app as never, () => times++)({ url: '/' });
  await app.close();
  return { statusCode, times };
}

it('retries a busy service after the requested time, and reports how often', async () => {
  expect(await ask({ status: 503, retryAfter: '1' }, { status: 201 })).toEqual({ statusCode: 201, times: 1 });
  const refused = { errors: [{ extensions: { status: 503, retry_after_seconds: 1 } }] };
  expect(await ask({ status: 200, body: refused }, { status: 200 })).toEqual({ statusCode: 200, times: 1 });
});

it('returns a 503 without a time to retry', async () => {
  expect(await ask({ status: 503 })).toEqual({ statusCode: 503, times: 0 });
  expect(await ask({ status: 503, retryAfter: 'soon' })).toEqual({ statusCode: 503, times: 0 });
});
