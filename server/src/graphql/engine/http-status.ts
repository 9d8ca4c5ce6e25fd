import { HeaderMap } from '@apollo/server';
import { DomainError } from '../../errors.ts';

/**
 * Gives a refusal of this field to the whole HTTP answer as well, with `Retry-After` where there is
 * one: for what guards access, so that proxies and clients see a 403 or 429 without reading the body.
 */
export async function withHttpStatus<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof DomainError)) throw thrown;
    const wait = thrown.details.retry_after_seconds;
    const headers = new HeaderMap(typeof wait === 'number' ? [['retry-after', String(wait)]] : []);
    // Apollo looks for these on the error that was thrown.
    throw Object.assign(thrown, { extensions: { http: { status: thrown.status, headers } } });
  }
}
