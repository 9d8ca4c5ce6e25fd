import type { Context } from '../../../context.ts';
import { takeNextSlot } from '../../../drafts/next-free-slot.ts';

/** What a body's `scheduled_at` stands for: a time, none, the workspace's next free slot, or nothing said. */
export async function readSchedule(ctx: Context, workspaceId: string, value: string | null | undefined): Promise<Date | null | undefined> {
  if (value === undefined || value === null) return value;
  return value === 'next_slot' ? takeNextSlot(ctx, workspaceId) : new Date(value);
}
