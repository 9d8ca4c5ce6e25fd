import type { OperationText } from './render-operation.ts';

/** The four operations that the public page names, with an example each. */
export const namedOperations: readonly OperationText[] = [
  {
    id: 'generate-description',
    method: 'POST',
    path: '/generate-description',
    text: 'With `draft_id`: exactly `POST /v1/captions`. Without it: words for `source_text` and `platforms`, and nothing is stored.',
    fields: [],
    request: `POST /api/generate-description
Authorization: Bearer <API_KEY>
Content-Type: application/json

{
  "source_text": "We re-open on Saturday at eight. Come by, the first fifty pastéis are on us.",
  "platforms": ["bluesky"]
}`,
    answer: `HTTP/1.1 200 OK

{
  "captions": [
    {
      "platform": "bluesky",
      "text": "We re-open on Saturday at eight. Come by, the first fifty pastéis are on us.",
      "tags": [],
      "length": 76,
      "limit": 300,
      "unit": "graphemes",
      "origin": "extractive",
      "warnings": []
    }
  ]
}`,
  },
  {
    id: 'create-post-draft',
    method: 'POST',
    path: '/create-post-draft',
    text: 'Exactly `POST /v1/drafts`.',
    fields: [],
    request: `POST /api/create-post-draft
Authorization: Bearer <API_KEY>
Content-Type: application/json

{
  "workspace_id": "wsp_01a1fde8-b957-70fd-8019-304b43ad50f3",
  "source_text": "We re-open on Saturday at eight. New roof, same espresso.",
  "platforms": ["sandbox"],
  "publish_mode": "draft_only"
}`,
    answer: `HTTP/1.1 201 Created

{
  "draft_id": "drf_01a1fdea-11c0-7a52-9b4e-6f0a2d3c4b5a",
  "status": "draft",
  "revision": 1,
  "content_hash": null,
  "approval": null,
  "publish_job": null,
  "allowed_actions": ["caption", "submit", "edit", "archive"],
  … the other fields as in POST /v1/drafts …
}`,
  },
  {
    id: 'create-platform-payload',
    method: 'POST',
    path: '/create-platform-payload',
    text: 'Prepares and checks what one platform, or each, would get. Also at `POST /v1/payloads`. What does not fit is named in `violations`, all of it at once, with the count, the limit and the unit. Scope `payloads:write`.',
    fields: [],
    request: `POST /api/create-platform-payload
Authorization: Bearer <API_KEY>
Content-Type: application/json

{
  "workspace_id": "wsp_01a1fde8-b957-70fd-8019-304b43ad50f3",
  "draft_id": "drf_01a1fde9-825b-7228-86bc-31dc6bc8ea56",
  "platform": "sandbox"
}`,
    answer: `HTTP/1.1 201 Created

{
  "draft_id": "drf_01a1fde9-825b-7228-86bc-31dc6bc8ea56",
  "workspace_id": "wsp_01a1fde8-b957-70fd-8019-304b43ad50f3",
  "revision": 2,
  "content_hash": "adae5e5381ce1279b1cd77017a4214f46fd703682f3d06487d87888bac711159",
  "payloads": [
    {
      "platform": "sandbox",
      "connection_id": "con_01a1fde9-0795-7054-b4fa-8456bd7e98ab",
      "position": 0,
      "payload": { "text": "We re-open on Saturday at eight. New roof, same espresso." },
      "payload_hash": "d8a0ef8bde50937a4453e8b14aeb5c9432acc4caaface54950f7d8a2b6d1e2c7",
      "valid": true,
      "violations": [],
      "preview": {
        "parts": [
          {
            "text": "We re-open on Saturday at eight. New roof, same espresso.",
            "facets": [], "length": 57, "limit": 500, "unit": "graphemes"
          }
        ],
        "link_card": null,
        "images": [],
        "plain_names": []
      }
    }
  ],
  "allowed_actions": ["caption", "edit", "archive"],
  "_links": { … }
}`,
  },
  {
    id: 'create-publish-job',
    method: 'POST',
    path: '/create-publish-job',
    text: 'Queues a draft: submits it if it is not submitted yet. Also at `POST /v1/publish-jobs`. While a person is awaited, the answer has an `approval_url` for your user. Scope `jobs:write`.',
    fields: [],
    request: `POST /api/create-publish-job
Authorization: Bearer <API_KEY>
Content-Type: application/json
Idempotency-Key: queue-reopening-1

{
  "workspace_id": "wsp_01a1fde8-b957-70fd-8019-304b43ad50f3",
  "draft_id": "drf_01a1fde9-825b-7228-86bc-31dc6bc8ea56"
}`,
    answer: `HTTP/1.1 202 Accepted

{
  "job_id": "job_01a1fde9-841c-7335-8038-ba2cd4e94165",
  "state": "blocked",
  "approval_state": "pending",
  "approval_url": "https://HOST/approvals/apr_01a1fde9-83f9-705c-a1e2-d09d14354d18",
  … the other fields as in GET /v1/publish-jobs/{job_id} …
}`,
  },
];
