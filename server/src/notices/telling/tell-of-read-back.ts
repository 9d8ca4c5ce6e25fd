import type { Context } from '../../context.ts';
import { draftTitle } from '../../drafts/text/draft-title.ts';
import { say } from '../../languages/sentence.ts';
import { platformNames } from '../platform-names.ts';
import { INVOLVED, OWNERS } from './tell-of-outcomes.ts';
import type { Telling } from './telling.ts';

interface Row {
  publication_id: string;
  job_id: string;
  account_id: string;
  workspace_id: string;
  platform: string;
  source_text: string;
  involved: string[];
  owners: string[];
}

/** Notifies authors, approvers and owners of published posts that differ from what was signed, or are gone. */
export async function tellOfReadBack(
  tx: Context,
  { different, gone }: { different: readonly string[]; gone: readonly string[] },
): Promise<Telling[]> {
  const publicationIds = [...different, ...gone];
  if (publicationIds.length === 0) return [];
  const rows = await tx.em.execute<Row[]>(
    `select p.id as publication_id, j.id as job_id, j.account_id, j.workspace_id, p.platform, left(d.source_text, 2000) as source_text,
        ${INVOLVED}, ${OWNERS}
       from publications p join publish_jobs j on j.id = p.job_id join drafts d on d.id = j.draft_id where p.id in (?) order by p.id`,
    [publicationIds],
  );
  return rows.flatMap((row) => {
    const title = say`“${draftTitle(row.source_text)}”`;
    const name = platformNames(tx, [row.platform]);
    const isGone = gone.includes(row.publication_id);
    const message = isGone
      ? say`${title} is no longer on ${name}. It was removed there, not by this service.`
      : say`${title} on ${name} differs from what was signed. Compare the two, and check who else has access to the account.`;
    const about = { accountId: row.account_id, workspaceId: row.workspace_id, subjectId: row.job_id };
    return [...new Set([...row.involved, ...row.owners])].map(
      (userId): Telling => ({ ...about, userId, kind: isGone ? 'post_gone' : 'post_different', message }),
    );
  });
}
