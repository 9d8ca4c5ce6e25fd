import type { ErrorCode } from '../../../errors.ts';
import { type Described, header, type Json, number, query, type Refusals, replies, scoped, text } from './parts.ts';

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

export function uploadPaths({ headers }: Described, refusals: Refusals): Record<string, Json> {
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
