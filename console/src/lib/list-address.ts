/** Where a list of the workspace lies as a table in CSV. */
export function listAddress(workspaceId: string, list: 'drafts' | 'jobs' | 'metrics'): string {
  return `/api/export?${new URLSearchParams({ workspace_id: workspaceId, list })}`;
}
