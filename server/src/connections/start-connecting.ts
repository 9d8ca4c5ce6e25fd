import { requireWorkspace } from '../access/authorise.ts';
import { requireRecentSignIn } from '../access/sessions/require-recent-sign-in.ts';
import type { ApprovedPosts, Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { requireObject } from './add-connection.ts';
import { beginOauth, saveConnectRequest } from './connect-requests.ts';

export interface StartConnectingInput {
  workspaceId: string;
  platform: string;
  /** The platform's fields before its sign-in, as entered. */
  values?: unknown;
  /** The connection to renew. */
  connectionId?: string | null | undefined;
  approvedPosts?: ApprovedPosts | undefined;
}

/** Prepares the platform's sign-in, outside of transactions, and stores who was redirected. Returns the address. */
export async function startConnecting(ctx: Context, input: StartConnectingInput): Promise<string> {
  const { workspaceId, platform, values = {}, connectionId = null, approvedPosts } = input;
  await requireWorkspace(ctx, workspaceId, 'manage');
  await requireRecentSignIn(ctx);
  const begun = await beginOauth(ctx, { platform, entered: requireObject('/input/values', values) });
  await inTransaction(ctx, (tx) => saveConnectRequest(tx, { workspaceId, platform, connectionId, approvedPosts, begun }));
  return begun.url;
}
