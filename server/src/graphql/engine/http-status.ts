import { HeaderMap } from '@apollo/server';
import { DomainError } from '../../errors.ts';

/**
 * Sets a refusal of this field as the status of the whole HTTP response, with `Retry-After` if there is one: for
 * access control, so proxies and clients see a 403 or 429 without reading the body.
 */
export async function withHttpStatus<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof DomainError)) throw thrown;
    const wait = thrown.details.retry_after_seconds;
    const headers = new HeaderMap(typeof wait === 'number' ? [['retry-after', String(wait)]] : []);
    // Apollo reads these from the thrown error.
    throw Object.assign(thrown, { extensions: { http: { status: thrown.status, headers } } });
  }
}
