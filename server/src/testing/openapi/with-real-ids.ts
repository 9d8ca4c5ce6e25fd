import * as fixture from '../../http/v1/examples/fixture.ts';
import type { KnownIds } from './random-requests.ts';

/** Replaces the examples' ids in `value`, an example or the whole description, by existing ones. */
export function withRealIds<Value>(value: Value, known: KnownIds): Value {
  const real: Record<string, string | undefined> = {
    [fixture.WORKSPACE]: known.workspace_id,
    [fixture.CONNECTION_ID]: known.connection_id,
    [fixture.DRAFT_ID]: known.draft_id,
    [fixture.CAPTION_SET_ID]: known.caption_set_id,
    [fixture.APPROVAL_ID]: known.approval_id,
    [fixture.CONTENT_HASH]: known.content_hash,
    [fixture.JOB_ID]: known.job_id,
    [fixture.PUBLICATION_ID]: known.publication_id,
    [fixture.MEDIA_ID]: known.media_id,
    [fixture.ENDPOINT_ID]: known.endpoint_id,
    [fixture.THREAD_ID]: known.thread_id,
  };
  const text = Object.entries(real).reduce((all, [shown, id]) => (id ? all.replaceAll(shown, id) : all), JSON.stringify(value));
  return JSON.parse(text) as Value;
}
