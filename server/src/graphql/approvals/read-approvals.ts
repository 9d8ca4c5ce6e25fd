import DataLoader from 'dataloader';
import type { Approval } from '../../approvals/approval.entity.ts';
import { type ApprovalFilter, findApprovalsPage } from '../../approvals/list-approvals.ts';
import type { Context } from '../../context.ts';
import type { Page, PageRequest } from '../../db/keyset-page.ts';
import { type QueueRows, readQueueRows } from '../../publishing/read-job-pages.ts';

export interface AskedApprovals {
  workspaceId: string;
  request: PageRequest & ApprovalFilter;
  /** Also reads the rows of each approval's fields. */
  withRows: boolean;
}

export interface ApprovalsRead {
  page: Page<Approval>;
  rows: QueueRows | null;
}

/**
 * Loads each page once per request; failures affect only their own page. No result may be returned before the
 * caller's access to the workspace is checked.
 */
export function approvalPages(ctx: Context) {
  return new DataLoader<AskedApprovals, ApprovalsRead, string>(
    (pages) => Promise.all(pages.map((page) => readApprovals(ctx, page).catch((error: Error) => error))),
    { cacheKeyFn: (page) => JSON.stringify(page) },
  );
}

async function readApprovals(ctx: Context, { workspaceId, request, withRows }: AskedApprovals): Promise<ApprovalsRead> {
  const page = await findApprovalsPage(ctx, workspaceId, request);
  return { page, rows: withRows ? await readQueueRows(ctx, page.items) : null };
}
