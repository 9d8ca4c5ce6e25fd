import * as story from '../../http/v1/examples/story.ts';
import type { KnownIds } from './random-requests.ts';

/** Replaces the examples' ids in `value`, an example or the whole description, by existing ones. */
export function withRealIds<Value>(value: Value, known: KnownIds): Value {
  const real: Record<string, string | undefined> = {
    [story.WORKSPACE]: known.workspace_id,
    [story.CONNECTION_ID]: known.connection_id,
    [story.DRAFT_ID]: known.draft_id,
    [story.APPROVAL_ID]: known.approval_id,
    [story.CONTENT_HASH]: known.content_hash,
    [story.JOB_ID]: known.job_id,
    [story.MEDIA_ID]: known.media_id,
    [story.ENDPOINT_ID]: known.endpoint_id,
    [story.THREAD_ID]: known.thread_id,
  };
  const text = Object.entries(real).reduce((all, [shown, id]) => (id ? all.replaceAll(shown, id) : all), JSON.stringify(value));
  return JSON.parse(text) as Value;
}
