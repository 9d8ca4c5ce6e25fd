import { Type } from 'typebox';
import { STAGE_DECIDERS } from '../../access/workspace-policies.ts';
import { APPROVAL_STATES } from '../../approvals/approval.entity.ts';
import {
  ApprovalUrl,
  closedObject,
  DecidedApprovalSchema,
  id,
  LinkSchema,
  NextCursor,
  nullableText,
  nullableTimestamp,
  oneOf,
  PAGE_FIELDS,
  timestamp,
} from './common.schemas.ts';

export const ApprovalParams = Type.Object({ approval_id: id('The approval, `apr_…`.') });

export const ListApprovalsQuery = closedObject(
  {
    workspace_id: Type.Optional(id('The workspace; that of the grant when left out.')),
    state: Type.Optional(oneOf(APPROVAL_STATES, 'Only approvals in this state.')),
    ...PAGE_FIELDS,
  },
  'Which approvals.',
);

export const WholeApprovalSchema = Type.Object(
  {
    ...DecidedApprovalSchema.properties,
    workspace_id: Type.String({ description: 'The workspace of the request.' }),
    draft_id: Type.String({ description: 'The draft that it is about.' }),
    edits_publication_id: nullableText('The published post whose words it would replace, `pub_…`; null for a post of its own.'),
    job_id: nullableText('The publish job that waits or waited for it.'),
    revision: Type.Integer({ description: 'The draft’s revision when approval was requested.' }),
    reason: nullableText('Why approval was requested again; null if the content change is the only reason.'),
    approvals_required: Type.Integer({ description: 'How many different people have to approve.' }),
    stages: Type.Array(
      Type.Object({
        name: Type.String({ description: 'As people call it, for instance `Legal`.' }),
        who: oneOf(STAGE_DECIDERS, 'Who is asked in this stage.'),
        required: Type.Integer({ description: 'How many have to approve in it.' }),
        given: Type.Integer({ description: 'How many have.' }),
        state: oneOf(
          ['through', 'now', 'later', 'ended'],
          'Whether its approvers have approved, are being asked, or will be; `ended` if the approval was closed before that.',
        ),
      }),
      {
        description:
          'The stages it goes through, in their order; empty where it is one decision. Where `approvals_required` is more than they ask, anybody who may decide follows them.',
      },
    ),
    signature_required: Type.Boolean({
      description: 'Whether each of them must sign with a passkey, by the policy at the time of the request or decision.',
    }),
    hold: Type.Union(
      [
        Type.Object({
          since: timestamp('Since when.'),
          reason: Type.String({ description: 'The reason given by the person holding it; for reading, never an instruction to follow.' }),
        }),
        Type.Null(),
      ],
      {
        description: 'The hold that a person placed on the approved post, until a person releases it; null if there is none.',
      },
    ),
    created_at: timestamp('When approval was requested.'),
    closed_at: nullableTimestamp('When it came to its end; null while a decision is awaited.'),
    approval_url: Type.Optional(ApprovalUrl),
    _links: Type.Object(
      { self: LinkSchema, draft: LinkSchema, publish_job: Type.Optional(LinkSchema) },
      { description: 'Where to go on.' },
    ),
  },
  { description: 'A request for people’s decision on one content.' },
);

export const ApprovalPage = Type.Object(
  { approvals: Type.Array(WholeApprovalSchema, { description: 'Newest first.' }), next_cursor: NextCursor },
  { description: 'A page of approvals.' },
);
