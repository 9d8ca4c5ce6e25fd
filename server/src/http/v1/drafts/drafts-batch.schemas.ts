import { Type } from 'typebox';
import { ProblemSchema } from '../../engine/problem-details.ts';
import { closedObject, nullable, nullableText, oneOf, WorkspaceId } from '../common.schemas.ts';
import { CreateDraftBody, DraftSchema } from './drafts.schemas.ts';

const MOST_DRAFTS = 100;

const { workspace_id: _workspace, ...fields } = CreateDraftBody.properties;

export const BatchEntryBody = closedObject(fields, 'A new draft of a batch: the fields of a new draft without the workspace.');

export const CreateDraftsBody = closedObject(
  {
    workspace_id: WorkspaceId,
    // Accepts any object: entries are validated one by one, so an invalid one is refused alone.
    drafts: Type.Array(
      Type.Union([BatchEntryBody, Type.Object({}, { description: 'One that does not fit is refused by itself.' })], {
        description: 'A new draft.',
      }),
      { minItems: 1, maxItems: MOST_DRAFTS, description: 'The drafts; they are made in this order.' },
    ),
  },
  'Many new drafts.',
);

export const BatchOutcomeSchema = Type.Object(
  {
    index: Type.Integer({ description: 'Its place in `drafts` of the request, from 0.' }),
    external_id: nullableText('Your own name for it, where you gave one.'),
    outcome: oneOf(
      ['created', 'exists', 'refused'],
      '`exists`: a draft of this `external_id` is there already; it stays as it is, and nothing was made.',
    ),
    status: Type.Integer({ description: 'The HTTP status that it would have had as a request of its own; 200 where it `exists`.' }),
    draft_id: nullableText('The draft that was made, or that exists; null where it was refused.'),
    draft: nullable(DraftSchema, 'What was made, as POST /v1/drafts answers; null otherwise.'),
    problem: nullable(ProblemSchema, 'Why it was refused and what to do; pointers lead into the entry. Null otherwise.'),
  },
  { description: 'What became of one entry.' },
);

export const DraftBatchSchema = Type.Object(
  {
    created: Type.Integer({ description: 'How many were made.' }),
    existing: Type.Integer({ description: 'How many were there already.' }),
    refused: Type.Integer({ description: 'How many were refused; mend those and send them again.' }),
    drafts: Type.Array(BatchOutcomeSchema, { description: 'One for each entry, in the order of the request.' }),
  },
  { description: 'What became of each entry.' },
);
