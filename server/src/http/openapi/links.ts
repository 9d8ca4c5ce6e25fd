type Json = Record<string, unknown>;

const link = (operationId: string, description: string, parameter: string, pointer: string): Json => ({
  operationId,
  description,
  parameters: { [parameter]: `$response.body#/${pointer}` },
});

/** From a response to the operations that take an id of it, by the name of the response's schema. */
const LINKS: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  Draft: {
    ReadDraft: link('readDraft', 'The draft as it is now.', 'draft_id', 'draft_id'),
    ChangeDraft: link('changeDraft', 'Send its `revision` as If-Match.', 'draft_id', 'draft_id'),
    SubmitDraft: link('submitDraft', 'Requests approval, or queues it.', 'draft_id', 'draft_id'),
    ListComments: link('listComments', 'What people said about it.', 'draft_id', 'draft_id'),
    ReadJobOfDraft: link('readPublishJob', 'Its publish job, once it is submitted.', 'job_id', 'publish_job/job_id'),
    ReadApprovalOfDraft: link('readApproval', 'Its approval request, once there is one.', 'approval_id', 'approval/approval_id'),
  },
  CaptionSet: { ReadDraft: link('readDraft', 'Its draft.', 'draft_id', 'draft_id') },
  PayloadSet: { ReadDraft: link('readDraft', 'Its draft.', 'draft_id', 'draft_id') },
  CommentThread: { ListComments: link('listComments', 'All threads of its draft.', 'draft_id', 'draft_id') },
  PublishJob: {
    ReadPublishJob: link('readPublishJob', 'The job as it is now; `wait` waits for a change.', 'job_id', 'job_id'),
    CancelPublishJob: link('cancelPublishJob', 'Cancels what is not published yet.', 'job_id', 'job_id'),
    RetryPublishJob: link('retryPublishJob', 'Tries again what failed.', 'job_id', 'job_id'),
    ReadEvidence: link('readEvidence', 'The signed record.', 'job_id', 'job_id'),
    ReadApprovalOfJob: link('readApproval', 'Its approval request, if it has one.', 'approval_id', 'approval_id'),
    ReadDraft: link('readDraft', 'Its draft.', 'draft_id', 'draft_id'),
  },
  Approval: {
    ReadPublishJob: link('readPublishJob', 'The job that it is for.', 'job_id', 'job_id'),
    ReadDraft: link('readDraft', 'The draft that it is for.', 'draft_id', 'draft_id'),
  },
  Media: {
    ReadMedia: link('readMedia', 'The file’s description.', 'media_id', 'media_id'),
    DescribeMedia: link('describeMedia', 'Another alternative text.', 'media_id', 'media_id'),
  },
  WebhookEndpoint: {
    TestWebhookEndpoint: link('testWebhookEndpoint', 'Sends a test event.', 'endpoint_id', 'endpoint_id'),
    ListWebhookDeliveries: link('listWebhookDeliveries', 'Its deliveries.', 'endpoint_id', 'endpoint_id'),
  },
};

/** Adds the links to all responses whose body has the ids. */
export function addLinks(responses: Iterable<Json & { content?: Record<string, Json> }>): void {
  for (const answer of responses) {
    const schema = answer.content?.['application/json']?.schema as { $ref?: string } | undefined;
    const links = LINKS[schema?.$ref?.split('/').at(-1) ?? ''];
    if (links) answer.links = links;
  }
}
