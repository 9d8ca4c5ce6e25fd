import { Type } from 'typebox';
import { ProblemSchema } from '../../engine/problem-details.ts';
import { closedObject, nullable, nullableText, oneOf, WorkspaceId } from '../common.schemas.ts';
import { CreateDraftBody, DraftSchema } from './drafts.schemas.ts';

const MOST_DRAFTS = 100;

const { workspace_id: _workspace, ...fields } = CreateDraftBody.properties;

export const BatchEntryBody = closedObject(fields, 'A new draft in a batch: the fields of a new draft except the workspace.');

export const CreateDraftsBody = closedObject(
  {
    workspace_id: WorkspaceId,
    // Accepts any object: entries are validated one by one, so an invalid one is refused alone.
    drafts: Type.Array(
      Type.Union([BatchEntryBody, Type.Object({}, { description: 'An invalid entry is refused individually.' })], {
        description: 'A new draft.',
      }),
      { minItems: 1, maxItems: MOST_DRAFTS, description: 'The drafts, created in this order.' },
    ),
  },
  'A batch of new drafts.',
);

export const BatchOutcomeSchema = Type.Object(
  {
    index: Type.Integer({ description: 'Position in `drafts` of the request, from 0.' }),
    external_id: nullableText('Your own identifier for the draft, if you passed one.'),
    outcome: oneOf(
      ['created', 'exists', 'refused'],
      '`exists`: a draft with this `external_id` already exists; it is unchanged and none was created.',
    ),
    status: Type.Integer({ description: 'The HTTP status of the same request outside a batch; 200 for `exists`.' }),
    draft_id: nullableText('The created or existing draft; null if refused.'),
    draft: nullable(DraftSchema, 'The created draft, as returned by POST /v1/drafts; null otherwise.'),
    problem: nullable(ProblemSchema, 'Why the entry was refused and what to do; null otherwise. Pointers are relative to the entry.'),
  },
  { description: 'The result of one entry.' },
);

export const DraftBatchSchema = Type.Object(
  {
    created: Type.Integer({ description: 'Number of drafts created.' }),
    existing: Type.Integer({ description: 'Number of drafts that already existed.' }),
    refused: Type.Integer({ description: 'Number of entries refused; correct them and send them again.' }),
    drafts: Type.Array(BatchOutcomeSchema, { description: 'One result per entry, in the order of the request.' }),
  },
  { description: 'The result of each entry.' },
);
