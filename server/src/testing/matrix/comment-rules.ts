import type { RestRule } from './rest-rule.ts';

/** The rules of comments on drafts. */
export const COMMENT_RULES: Record<string, RestRule | RestRule[]> = {
  'GET /api/v1/drafts/{draft_id}/comments': {
    scopes: ['read'],
    request: ({ draftId }) => ({ path: `/api/v1/drafts/${draftId}/comments` }),
  },
  'POST /api/v1/drafts/{draft_id}/comments': [
    {
      scopes: ['drafts:write'],
      request: ({ draftId }) => ({ path: `/api/v1/drafts/${draftId}/comments`, body: { text: 'The date is right.' } }),
    },
    {
      scopes: ['drafts:write'],
      request: ({ submittedDraftId, threadId }) => ({
        path: `/api/v1/drafts/${submittedDraftId}/comments`,
        body: { text: 'The date is right.', thread_id: threadId },
      }),
    },
  ],
};
