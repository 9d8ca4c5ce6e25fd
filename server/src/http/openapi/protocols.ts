import { ERRORS, type ErrorCode } from '../../errors.ts';
import { EVENT_TYPES } from '../../events/event-types.ts';

export type Json = Record<string, unknown>;

export interface Described {
  /** The refusals of a status, as all operations have them. */
  refusal: (status: number, codes: ErrorCode[]) => Json;
  /** The headers of every response. */
  headers: Record<string, Json>;
}

export const text = (description: string, example: string, more: Json = {}): Json => ({
  type: 'string',
  description,
  maxLength: 2_048,
  examples: [example],
  ...more,
});
export const number = (description: string, example: number): Json => ({
  type: 'integer',
  format: 'int32',
  minimum: 0,
  maximum: 2_147_483_647,
  description,
  examples: [example],
});
const header = (name: string, schema: Json, required = false): Json => {
  const { description, ...rest } = schema;
  return { name, in: 'header', required, description, schema: rest };
};
const query = (name: string, schema: Json, required = false): Json => ({ ...header(name, schema, required), in: 'query' });
export const replies = (headers: Record<string, Json>): Json =>
  Object.fromEntries(Object.entries(headers).map(([name, { description, ...schema }]) => [name, { description, schema }]));

export const object = (description: string, properties: Record<string, Json>, required = Object.keys(properties)): Json => ({
  type: 'object',
  description,
  properties,
  required,
});
/** Either form of the key, with this scope. */
const scoped = (scope: string): Json => ({ security: [{ apiKey: [] }, { oauth2: [scope] }] });

/** The refusals of an operation: its own, and those that all have. */
type Refusals = (codes: readonly ErrorCode[]) => Json;

/** What follows a protocol of its own, rather than the form of all other operations: its routes are not generated from schemas. */
export const PROTOCOL_TAGS = [
  { name: 'Event stream', description: 'The workspace’s events as they are committed, as server-sent events.' },
  { name: 'Uploads', description: 'Resumable uploads of large files by tus 1.0 (https://tus.io): any client of it works.' },
  { name: 'OAuth', description: 'How an agent gets, replaces and gives back its key.' },
];

const REFUSED: ErrorCode[] = ['unauthenticated', 'key_malformed', 'key_unknown', 'key_expired', 'key_revoked'];
const ALWAYS: ErrorCode[] = [...REFUSED, 'account_not_approved', 'grant_paused', 'insufficient_scope', 'bad_user_input', 'rate_limited'];
const SERVICE: ErrorCode[] = ['internal_error', 'service_busy', 'database_unavailable'];

/** The paths of the event stream and of uploads. */
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

const VERSION = header('Tus-Resumable', { type: 'string', enum: ['1.0.0'], description: 'The version of the protocol.' }, true);
const LENGTH = number('The size of the file in bytes.', 52_428_800);
const OFFSET = number('The bytes that have arrived.', 0);
const EXPIRES = text('When it is deleted if it is not used.', 'Sat, 31 Jul 2027 00:00:00 GMT');
const TUS: Record<string, Json> = {
  'Tus-Resumable': text('The version of the protocol.', '1.0.0'),
  'Tus-Version': text('The supported versions.', '1.0.0'),
};
const UPLOAD = {
  ...{ name: 'upload_id', in: 'path', required: true, description: 'The last segment of the upload’s URL.' },
  schema: { type: 'string', maxLength: 200 },
};
const CODES: ErrorCode[] = ['not_found', 'validation_failed', 'tus_version_unsupported', 'storage_full'];

const BEGIN = {
  operationId: 'createUpload',
  summary: 'Begin a resumable upload',
  description: 'Send the file to the URL in Location, in parts of up to 8 MiB; then addMediaFromUpload stores it.',
  parameters: [
    query('workspace_id', text('The workspace’s id; the key’s own if omitted.', 'wsp_01a1fde9-825b-7228-86bc-31dc6bc8ea56')),
    header('Upload-Length', LENGTH, true),
    header('Upload-Metadata', text('Pairs of a name and a value in Base64, as the protocol has them.', 'filename cGllci5tcDQ=')),
    VERSION,
  ],
};
const BEGUN = { Location: text('The upload’s URL.', 'https://posts.example.org/api/v1/media/uploads/wsp_…'), 'Upload-Expires': EXPIRES };
const READ = {
  ...{ operationId: 'readUpload', summary: 'Read how much has arrived', description: 'Where to continue after a broken connection.' },
  parameters: [UPLOAD, VERSION],
};
const SEND = {
  ...{
    operationId: 'sendPart',
    summary: 'Send the next part',
    description: 'The part begins at Upload-Offset, which must be what has arrived.',
  },
  parameters: [UPLOAD, header('Upload-Offset', OFFSET, true), VERSION],
  requestBody: {
    required: true,
    content: {
      'application/offset+octet-stream': { schema: { type: 'string', format: 'binary', description: 'The bytes from the offset on.' } },
    },
  },
};
const ABANDON = {
  ...{ operationId: 'abandonUpload', summary: 'Abandon an upload', description: 'Deletes what has arrived.' },
  parameters: [UPLOAD, VERSION],
};

function uploadPaths({ headers }: Described, refusals: Refusals): Record<string, Json> {
  const operation = (about: Json, [status, description, own]: [number, string, Record<string, Json>], codes: readonly ErrorCode[]) => ({
    ...about,
    ...{ tags: ['Uploads'], ...scoped('drafts:write') },
    responses: { [status]: { description, headers: { ...headers, ...replies({ ...TUS, ...own }) } }, ...refusals(codes) },
  });
  return {
    '/api/v1/media/uploads': { post: operation(BEGIN, [201, 'Begun.', BEGUN], [...CODES, 'payload_too_large', 'invalid_state']) },
    '/api/v1/media/uploads/{upload_id}': {
      head: operation(READ, [200, 'Where to continue.', { 'Upload-Offset': OFFSET, 'Upload-Length': LENGTH }], CODES),
      patch: operation(
        SEND,
        [204, 'The part has arrived.', { 'Upload-Offset': OFFSET }],
        [...CODES, 'invalid_state', 'payload_too_large', 'unsupported_media_type'],
      ),
      delete: operation(ABANDON, [204, 'Deleted.', {}], CODES),
    },
  };
}
