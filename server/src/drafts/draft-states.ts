import type { StateTable } from '../state-table.ts';

export const DRAFT_STATES = [
  'draft',
  'in_review',
  'changes_requested',
  'approved',
  'scheduled',
  'publishing',
  'published',
  'partially_published',
  'failed',
  'rejected',
  'archived',
] as const;
export type DraftState = (typeof DRAFT_STATES)[number];

/**
 * The states of a draft. A change of content returns to `draft` from every state before publishing; `publishing`
 * returns to `approved` only if nothing was sent.
 */
export const DRAFT_TRANSITIONS: StateTable<DraftState> = {
  draft: ['in_review', 'approved', 'scheduled', 'publishing', 'archived'],
  in_review: ['draft', 'approved', 'changes_requested', 'rejected', 'archived'],
  changes_requested: ['draft', 'in_review', 'archived'],
  approved: ['draft', 'in_review', 'scheduled', 'publishing', 'archived'],
  scheduled: ['draft', 'in_review', 'approved', 'publishing', 'archived'],
  publishing: ['approved', 'published', 'partially_published', 'failed'],
  published: [],
  partially_published: [],
  failed: ['draft', 'archived'],
  rejected: ['draft', 'archived'],
  archived: [],
};
