/** One fixture for all API examples: a café reopens, its agent prepares the post, and an owner approves it. */
export const HOST = 'https://posts.example.org';
export const WORKSPACE = 'wsp_01a1fde8-b957-70fd-8019-304b43ad50f3';
export const DRAFT_ID = 'drf_01a1fde9-825b-7228-86bc-31dc6bc8ea56';
export const CAPTION_SET_ID = 'cps_01a1fde9-8325-72fb-a71a-9c3bdc648440';
export const APPROVAL_ID = 'apr_01a1fde9-83f9-705c-a1e2-d09d14354d18';
export const JOB_ID = 'job_01a1fde9-841c-7335-8038-ba2cd4e94165';
export const CONNECTION_ID = 'con_01a1fde9-0795-7054-b4fa-8456bd7e98ab';
export const MEDIA_ID = 'med_01a1fdea-2c40-7b11-8e6d-5f2a9c3d4e1b';
export const THREAD_ID = 'cmt_01a1fdea-3d51-7c22-9f7e-6a3b0d4e5f2c';
/** The successors, when a new approval is requested or the job is retried. */
export const NEXT_APPROVAL_ID = 'apr_01a1fdec-17a3-7c44-9d2f-6b5e4a3c2d1f';
export const NEXT_JOB_ID = 'job_01a1fdec-28b4-7d55-8e3a-7c6f5b4d3e2a';
export const NEXT_PUBLICATION_ID = 'pub_01a1fdec-39c5-7e66-9f4b-8d7a6c5e4f3b';
export const COMMENT_ID = 'cmt_01a1fdea-4e62-7d33-8a8f-7b4c1e5f6a3d';
export const ENDPOINT_ID = 'whe_01a1fdea-4e62-7d33-8a8f-7b4c1e5f6a3d';
export const DELIVERY_ID = 'whd_01a1fdea-5f73-7e44-9b9a-8c5d2f6a7b4e';
export const TEST_DELIVERY_ID = 'whd_01a1fdea-7b95-7a66-8dbc-ae7f4b8c9d6a';
export const ACCOUNT_ID = 'acc_01a1fde8-a846-7efc-9c08-2f3a4b5c6d7e';
export const GRANT_ID = 'grt_01a1fde8-c068-7a0e-8b2a-415c54be61a4';
export const AGENT_ID = 'agt_01a1fde8-be57-7bfd-8a19-304b43ad5093';
export const STANDING_ID = 'sta_01a1fdf2-3c1a-7d54-8f3e-5a2b7c9d1e40';
export const TEMPLATE_ID = 'tpl_01a1fdf2-4d2b-7e65-8a4f-6b3c8d0e2f51';
export const DECISION_ID = 'dec_01a1fdfd-1a0b-7b00-8933-2a0c5e1d8b6f';
export const POST_ID = 'sbx_01a1fdfd-2b1c-7c11-8a44-3b1d6f2e9c70';
export const EVENT_ID = 'evt_01a1fdea-6a84-7f55-8cab-9d6e3a7b8c5f';
export const PUBLICATION_ID = 'pub_01a1fde9-8503-7446-914b-cb3de5fa5276';

export const TEXT = 'We re-open on Saturday at eight. New roof, same espresso.';
export const CONTENT_HASH = 'adae5e5381ce1279b1cd77017a4214f46fd703682f3d06487d87888bac711159';
export const NEXT_CONTENT_HASH = '3f0c9a4e7b1d82c56e5fa0b49d7381c2604e8fb7a1d95c3e2b6f084d1c7a9e53';
export const PAYLOAD_HASH = 'd8a0ef8bde50937a4453e8b14aeb5c9432acc4caaface54950f7d8a2b6d1e2c7';

export const MADE_AT = '2026-11-21T11:41:41.339Z';
export const ASKED_AT = '2026-11-21T11:41:41.753Z';
export const DECIDED_AT = '2026-11-21T12:03:10.118Z';
export const PUBLISHED_AT = '2026-11-21T12:03:12.402Z';
export const EXPIRES_AT = '2026-12-05T11:41:41.753Z';

/** The URL of the post. */
export const FIRST_COMMENT_ID = 'fcm_01a1fdf1-2b6c-7d0a-8c11-5e0f4b7a9d22';
export const EDIT_DRAFT_ID = 'drf_01a1fdf1-2b6c-7d0a-8c11-5e0f4b7a9d23';
export const EDIT_APPROVAL_ID = 'apr_01a1fdf1-2b6c-7d0a-8c11-5e0f4b7a9d24';
export const EDIT_JOB_ID = 'job_01a1fdf1-2b6c-7d0a-8c11-5e0f4b7a9d25';
export const EDIT_HASH = '5b7c1e0a9d3f42866e15fb0a49c738d1c2604e8fb7a1d95c3e2b6f084d1c7a90';
export const EDITED_TEXT = 'New at the Harbour Café: cinnamon buns, every Saturday from nine.';
export const RETRACTION_ID = 'rtr_01a1fdf1-2b6c-7d0a-8c11-5e0f4b7a9d21';
export const POST_URL = `${HOST}/sandbox#${POST_ID}`;

/** The URL of a path of the API. */
export const linkTo = (path: string): { href: string } => ({ href: `${HOST}/api/v1${path}` });
