import { ERRORS, type ErrorCode } from '../../../errors.ts';
import { EVENT_TYPES } from '../../../events/event-types.ts';
import { oauthPaths } from './oauth.ts';
import { type Described, header, type Json, query, type Refusals, scoped, text } from './parts.ts';
import { uploadPaths } from './uploads.ts';

/** What follows a protocol of its own, rather than the form of all other operations: its routes are not generated from schemas. */
export const PROTOCOL_TAGS = [
  { name: 'Event stream', description: 'The workspace’s events as they are committed, as server-sent events.' },
  { name: 'Uploads', description: 'Resumable uploads of large files by tus 1.0 (https://tus.io): any client of it works.' },
  { name: 'OAuth', description: 'How an agent gets, replaces and gives back its key.' },
];

const REFUSED: ErrorCode[] = ['unauthenticated', 'key_malformed', 'key_unknown', 'key_expired', 'key_revoked'];
const ALWAYS: ErrorCode[] = [...REFUSED, 'account_not_approved', 'grant_paused', 'insufficient_scope', 'bad_user_input', 'rate_limited'];
const SERVICE: ErrorCode[] = ['internal_error', 'service_busy', 'database_unavailable'];

/** The paths of the event stream, of uploads and of OAuth. */
export function protocolPaths(about: Described): Record<string, Json> {
  const refusals = (codes: readonly ErrorCode[]): Json => {
    const byStatus = Map.groupBy(new Set([...ALWAYS, ...SERVICE, ...codes]), (code) => ERRORS[code].status);
    const known = Object.keys(ERRORS) as ErrorCode[];
    return Object.fromEntries(
      [...byStatus].map(([status, those]) => [
        status,
        about.refusal(
          status,
          known.filter((code) => those.includes(code)),
        ),
      ]),
    );
  };
  return {
    '/api/v1/events/stream': { get: streamEvents(about, refusals) },
    ...uploadPaths(about, refusals),
    ...oauthPaths(about),
  };
}

const streamEvents = ({ headers }: Described, refusals: Refusals): Json => ({
  operationId: 'streamEvents',
  tags: ['Event stream'],
  summary: 'Stream the events of the workspace',
  description:
    'Each message has the event’s number as `id`, its type as `event`, and the event as `data`, as listEvents returns it. A heartbeat has an `id` alone. The stream ends with the key: connect again with the last `id` as Last-Event-ID, and no event is missed.',
  ...scoped('read'),
  parameters: [
    query('workspace_id', text('The workspace’s id; the key’s own if omitted.', 'wsp_01a1fde9-825b-7228-86bc-31dc6bc8ea56')),
    query('after', text('The number of the last event that you have; from the next event on if omitted.', '41')),
    query('types', text('Only these event types, separated by commas; all if omitted.', Object.keys(EVENT_TYPES)[0] ?? '')),
    header('Last-Event-ID', text('The last `id` received; takes precedence over `after`.', '41')),
  ],
  responses: {
    200: {
      description: 'The stream. It has no end of its own.',
      headers,
      content: {
        'text/event-stream': {
          schema: text('Lines of server-sent events (WHATWG HTML).', 'id: 42\nevent: job.published\ndata: {"event_id":"evt_…"}\n\n', {
            maxLength: undefined,
          }),
        },
      },
    },
    ...refusals(['not_found', 'validation_failed', 'cursor_too_old']),
  },
});
