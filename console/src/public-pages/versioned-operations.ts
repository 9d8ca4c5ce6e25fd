import type { OperationText } from './render-operation.ts';

/** The operations under /v1 with an example each, as the documentation shows them. */
export const versionedOperations: readonly OperationText[] = [
  {
    id: 'create-draft',
    method: 'POST',
    path: '/v1/drafts',
    text: 'Creates a draft. With `approval_required` true and `publish_mode` `approval_queue` it is submitted at once: words and payloads are made, a person is asked, and a publish job waits for the answer. Scope `drafts:write`.',
    fields: [
      ['`workspace_id`', 'string, required', 'The workspace that the grant is for.'],
      ['`source_text`', 'string, required', 'The source content, up to 100,000 characters.'],
      ['`platforms`', 'array of strings, required', 'Target platforms; `GET /v1/platforms` lists them with their rules.'],
      [
        '`approval_required`',
        'boolean',
        'True means that a person has to approve. False counts only where the grant has `publish:auto` and the workspace allows it; else it is treated as true, and `notices` says so.',
      ],
      [
        '`publish_mode`',
        'string',
        '`draft_only` (default) stays a draft, `approval_queue` asks the customer, `auto` queues as soon as the gates pass (needs `publish:auto`).',
      ],
      ['`link`', 'string', 'A web address that belongs to the post.'],
      ['`scheduled_at`', 'string', 'RFC 3339, or `next_slot` for the next free posting slot; not published before this time.'],
      ['`connection_ids`', 'array of strings', 'Publish to these accounts; every working one of the platforms when left out.'],
      ['`external_id`', 'string', 'Your own name for the draft, unique in the workspace.'],
    ],
    request: `curl -X POST https://HOST/api/v1/drafts \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: reopening-2026-11-21" \\
  -d '{
    "workspace_id": "wsp_01a1fde8-b957-70fd-8019-304b43ad50f3",
    "source_text": "We re-open on Saturday at eight. New roof, same espresso.",
    "platforms": ["sandbox"],
    "approval_required": true,
    "publish_mode": "approval_queue"
  }'`,
    answer: `HTTP/1.1 201 Created

{
  "draft_id": "drf_01a1fde9-825b-7228-86bc-31dc6bc8ea56",
  "workspace_id": "wsp_01a1fde8-b957-70fd-8019-304b43ad50f3",
  "status": "in_review",
  "revision": 2,
  "source_text": "We re-open on Saturday at eight. New roof, same espresso.",
  "link": null,
  "platforms": ["sandbox"],
  "connection_ids": null,
  "publish_mode": "approval_queue",
  "approval_required": true,
  "scheduled_at": null,
  "external_id": null,
  "content_hash": "adae5e5381ce1279b1cd77017a4214f46fd703682f3d06487d87888bac711159",
  "created_at": "2026-11-21T11:41:41.339Z",
  "updated_at": "2026-11-21T11:41:41.753Z",
  "approval": {
    "approval_id": "apr_01a1fde9-83f9-705c-a1e2-d09d14354d18",
    "state": "pending",
    "content_hash": "adae5e5381ce1279b1cd77017a4214f46fd703682f3d06487d87888bac711159",
    "expires_at": "2026-12-05T11:41:41.753Z"
  },
  "publish_job": {
    "job_id": "job_01a1fde9-841c-7335-8038-ba2cd4e94165",
    "state": "blocked",
    "approval_state": "pending",
    "publishing_readiness": {
      "state": "waiting",
      "gates": [ … all nine, see Gates … ]
    }
  },
  "allowed_actions": ["caption", "edit", "archive"],
  "approval_url": "https://HOST/approvals/apr_01a1fde9-83f9-705c-a1e2-d09d14354d18",
  "notices": [],
  "_links": {
    "self": { "href": "https://HOST/api/v1/drafts/drf_01a1fde9-825b-7228-86bc-31dc6bc8ea56" },
    "publish_job": { "href": "https://HOST/api/v1/publish-jobs/job_01a1fde9-841c-7335-8038-ba2cd4e94165" }
  }
}`,
  },
  {
    id: 'create-captions',
    method: 'POST',
    path: '/v1/captions',
    text: 'Generates captions and tags for each platform of the draft, or takes your own words in `captions`. Words that a person wrote are kept unless `replace` is true. With `approval_queue` the draft is submitted once the words stand. Scope `captions:write`.',
    fields: [
      ['`workspace_id`', 'string, required', 'The workspace that the grant is for.'],
      ['`draft_id`', 'string, required', 'The draft.'],
      ['`approval_required`', 'boolean', 'Whether a person has to approve before anything is published.'],
      ['`publish_mode`', 'string', '`draft_only` (default), `approval_queue` or `auto`.'],
      ['`platforms`', 'array of strings', 'Only these platforms of the draft.'],
      ['`tone`, `language`', 'string', 'How it should sound; a BCP 47 language tag.'],
      ['`replace`', 'boolean', 'Let generated words take the place of a person’s.'],
      ['`captions`', 'array of objects', 'Your own words: `platform`, `text`, `tags`, `thread`.'],
    ],
    request: `POST /api/v1/captions
Authorization: Bearer <API_KEY>
Content-Type: application/json

{
  "workspace_id": "wsp_01a1fde8-b957-70fd-8019-304b43ad50f3",
  "draft_id": "drf_01a1fde9-825b-7228-86bc-31dc6bc8ea56",
  "approval_required": true,
  "publish_mode": "approval_queue"
}`,
    answer: `HTTP/1.1 201 Created

{
  "caption_set_id": "cps_01a1fde9-8325-72fb-a71a-9c3bdc648440",
  "draft_id": "drf_01a1fde9-825b-7228-86bc-31dc6bc8ea56",
  "workspace_id": "wsp_01a1fde8-b957-70fd-8019-304b43ad50f3",
  "revision": 2,
  "status": "in_review",
  "captions": [
    {
      "platform": "sandbox",
      "text": "We re-open on Saturday at eight. New roof, same espresso.",
      "tags": [],
      "length": 57,
      "limit": 500,
      "unit": "graphemes",
      "origin": "extractive",
      "warnings": []
    }
  ],
  "approval_required": true,
  "approval": { … as in the draft … },
  "job_id": "job_01a1fde9-841c-7335-8038-ba2cd4e94165",
  "allowed_actions": ["caption", "edit", "archive"],
  "approval_url": "https://HOST/approvals/apr_01a1fde9-83f9-705c-a1e2-d09d14354d18",
  "notices": [],
  "_links": { … }
}`,
  },
  {
    id: 'precheck',
    method: 'POST',
    path: '/v1/usage/precheck',
    text: 'Checks credits and every gate before publishing. The body has the same shape as for captions. It changes nothing and calls nobody; the answer to a well-formed, allowed request is always 200. Scope `read`.',
    fields: [
      ['`workspace_id`', 'string, required', 'The workspace that the grant is for.'],
      ['`draft_id`', 'string, required', 'The draft.'],
      ['`approval_required`', 'boolean', 'Whether a person has to approve before anything is published.'],
      ['`publish_mode`', 'string', '`draft_only` (default), `approval_queue` or `auto`.'],
    ],
    request: `POST /api/v1/usage/precheck
Authorization: Bearer <API_KEY>
Content-Type: application/json

{
  "workspace_id": "wsp_01a1fde8-b957-70fd-8019-304b43ad50f3",
  "draft_id": "drf_01a1fde9-825b-7228-86bc-31dc6bc8ea56",
  "approval_required": true,
  "publish_mode": "approval_queue"
}`,
    answer: `HTTP/1.1 200 OK

{
  "draft_id": "drf_01a1fde9-825b-7228-86bc-31dc6bc8ea56",
  "workspace_id": "wsp_01a1fde8-b957-70fd-8019-304b43ad50f3",
  "ready": false,
  "approval_required": true,
  "publish_mode": "approval_queue",
  "credits": {
    "unit": "publication",
    "required": 1,
    "available": [
      { "bucket": "allowance", "unit": "publication", "available": 30, "held": 0 },
      { "bucket": "pack", "unit": "publication", "available": 0, "held": 0 }
    ],
    "after": 29
  },
  "gates": [ … all nine, see Gates … ],
  "notices": []
}`,
  },
  {
    id: 'read-job',
    method: 'GET',
    path: '/v1/publish-jobs/{job_id}',
    text: 'Reads the approval state, the publishing readiness with every gate, and each publication with its attempts. It makes no provider call. Scope `read`.',
    fields: [],
    request: `GET /api/v1/publish-jobs/job_01a1fde9-841c-7335-8038-ba2cd4e94165
Authorization: Bearer <API_KEY>`,
    answer: `HTTP/1.1 200 OK

{
  "job_id": "job_01a1fde9-841c-7335-8038-ba2cd4e94165",
  "draft_id": "drf_01a1fde9-825b-7228-86bc-31dc6bc8ea56",
  "workspace_id": "wsp_01a1fde8-b957-70fd-8019-304b43ad50f3",
  "state": "blocked",
  "mode": "approval",
  "content_hash": "adae5e5381ce1279b1cd77017a4214f46fd703682f3d06487d87888bac711159",
  "approval_id": "apr_01a1fde9-83f9-705c-a1e2-d09d14354d18",
  "approval_state": "pending",
  "publishing_readiness": { "state": "waiting", "gates": [ … all nine, see Gates … ] },
  "publications": [
    {
      "publication_id": "pub_01a1fde9-841d-727d-9034-e2446c2c5202",
      "platform": "sandbox",
      "connection_id": "con_01a1fde9-0795-7054-b4fa-8456bd7e98ab",
      "state": "pending",
      "provider_id": null,
      "provider_url": null,
      "failure": null,
      "published_at": null,
      "next_attempt_at": null,
      "attempts": []
    }
  ],
  "scheduled_at": null,
  "created_at": "2026-11-21T11:41:41.788Z",
  "updated_at": "2026-11-21T11:41:41.788Z",
  "allowed_actions": ["cancel"],
  "approval_url": "https://HOST/approvals/apr_01a1fde9-83f9-705c-a1e2-d09d14354d18",
  "notices": [],
  "_links": { … }
}`,
  },
];
