export const CHANGE_KINDS = ['approval', 'draft', 'publish_job', 'connection', 'grant', 'notice'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Something in a workspace has changed; listeners query the new state themselves. */
export interface Change {
  kind: ChangeKind;
  workspaceId: string;
  id: string;
  /** The draft of an approval or a publish job. */
  draftId?: string;
}

/** The database's notifications to every listening process. */
export type News =
  | { type: 'change'; change: Change }
  /** A permission ended or changed: of this person or grant, or, if null, of anyone. */
  | { type: 'access'; subjectId: string | null }
  /** There are new events of a workspace, up to this number. */
  | { type: 'events'; workspaceId: string; lastSequence: number }
  /** The connection to the database was broken: anything may have changed. */
  | { type: 'missed' };

interface Payload {
  kind: string;
  workspaceId?: string;
  id: string | null;
  draftId?: string;
}

/** Parses a notification's payload; null for an unknown one. */
export function readNews(payload: string): News | null {
  const { kind, workspaceId, id, draftId } = JSON.parse(payload) as Payload;
  if (kind === 'access') return { type: 'access', subjectId: id };
  if (kind === 'events') return { type: 'events', workspaceId: workspaceId ?? '', lastSequence: Number(id) };
  const known = CHANGE_KINDS.find((one) => one === kind);
  return known && workspaceId && id ? { type: 'change', change: { kind: known, workspaceId, id, ...(draftId && { draftId }) } } : null;
}
