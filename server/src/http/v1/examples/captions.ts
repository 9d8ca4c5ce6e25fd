import type { Static } from 'typebox';
import type {
  CaptionSchema,
  CaptionSetSchema,
  CreateCaptionsBody,
  DescribeTextBody,
  DescriptionSchema,
} from '../drafts/captions.schemas.ts';
import type { ValidateBody, ValidationSchema } from '../drafts/validate.schemas.ts';
import * as fixture from './fixture.ts';

export const CAPTION: Static<typeof CaptionSchema> = {
  platform: 'sandbox',
  text: fixture.TEXT,
  tags: [],
  length: 57,
  limit: 500,
  unit: 'graphemes',
  origin: 'extractive',
  omissions: [],
  warnings: [],
};

export const CAPTIONS_WANTED: Static<typeof CreateCaptionsBody> = {
  workspace_id: fixture.WORKSPACE,
  draft_id: fixture.DRAFT_ID,
  approval_required: true,
  publish_mode: 'approval_queue',
};

export const CAPTION_SET: Static<typeof CaptionSetSchema> = {
  caption_set_id: 'cps_01a1fde9-8325-72fb-a71a-9c3bdc648440',
  draft_id: fixture.DRAFT_ID,
  workspace_id: fixture.WORKSPACE,
  revision: 2,
  status: 'in_review',
  captions: [CAPTION],
  approval_required: true,
  approval: {
    approval_id: fixture.APPROVAL_ID,
    state: 'pending',
    content_hash: fixture.CONTENT_HASH,
    expires_at: fixture.EXPIRES_AT,
  },
  job_id: fixture.JOB_ID,
  allowed_actions: ['caption', 'edit', 'archive'],
  approval_url: `${fixture.HOST}/approvals/${fixture.APPROVAL_ID}`,
  notices: [],
  _links: { draft: fixture.linkTo(`/drafts/${fixture.DRAFT_ID}`), publish_job: fixture.linkTo(`/publish-jobs/${fixture.JOB_ID}`) },
};

export const TEXT_TO_DESCRIBE: Static<typeof DescribeTextBody> = { source_text: fixture.TEXT, platforms: ['sandbox'] };

export const DESCRIPTION: Static<typeof DescriptionSchema> = { captions: [CAPTION], notices: [] };

export const WORDS_TO_CHECK: Static<typeof ValidateBody> = { platforms: ['sandbox'], text: fixture.TEXT };

export const VALIDATION: Static<typeof ValidationSchema> = {
  fits: true,
  platforms: [
    {
      platform: 'sandbox',
      fits: true,
      text: fixture.TEXT,
      posts: [{ text: fixture.TEXT, length: 57, limit: 500, unit: 'graphemes' }],
      faults: [],
      findings: [],
      plain_names: [],
    },
  ],
};
