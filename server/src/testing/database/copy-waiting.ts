import type { Services } from '../../context.ts';

/** Every row of a waiting post, and its references to others of them; parents first. */
const TABLES: readonly [table: string, where: string, references: readonly string[]][] = [
  ['drafts', 't.id = :draft', []],
  ['caption_sets', 't.draft_id = :draft', ['draft_id']],
  ['captions', 't.caption_set_id in (select id from caption_sets where draft_id = :draft)', ['caption_set_id']],
  ['payloads', 't.draft_id = :draft', ['draft_id']],
  ['approvals', 't.draft_id = :draft', ['draft_id']],
  ['publish_jobs', 't.draft_id = :draft', ['draft_id', 'approval_id']],
  ['publish_job_revisions', 't.job_id in (select id from publish_jobs where draft_id = :draft)', ['job_id', 'approval_id']],
  ['publications', 't.job_id in (select id from publish_jobs where draft_id = :draft)', ['job_id', 'payload_id']],
];

/** Copies a waiting post this many times, as if each had been submitted; much faster than submitting. */
export async function copyWaiting(services: Services, draftId: string, copies: number): Promise<void> {
  await services.orm.em.fork().transactional(async (em) => {
    for (const [table, where, references] of TABLES) {
      const renamed = ['id', ...references].map((column) => `'${column}', t.${column} || n.suffix`).join(', ');
      await em.execute(
        `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${renamed}))).*
         from ${table} t, (select '_' || lpad(i::text, 5, '0') as suffix from generate_series(1, ?) i) n
         where ${where.replaceAll(':draft', '?')}`,
        [copies, draftId],
      );
    }
  });
}
