// Very many rows, made in the database itself: over HTTP they would take hours.

/** Copies of a draft with everything that hangs on it, under ids, words, times and targets of their own. */
export const multiply = (pool, draftId, many) => asCopied(pool, (query) => multiplyDraft(query, draftId, many));

async function multiplyDraft(query, draftId, many) {
  const batch = draftId.slice(-8);
  const id = (prefix) => `'${prefix}_${batch}-0000-7000-8000-' || lpad(to_hex(n), 12, '0')`;
  const words = `'Harbour news number ' || n || ': the lighthouse is open' || case when n % 5000 = 7 then ' zephyr' else '' end`;
  const due = `now() + ((n::bigint * 7919) % 10000) * interval '1 hour'`;
  const copy = (table, where, changes) =>
    query(
      `insert into ${table} select copy.* from ${table} t, generate_series(1, ${many}) n, jsonb_populate_record(t, jsonb_build_object(${changes})) copy where ${where}`,
      [draftId],
    );
  const ofDraft = `'draft_id', ${id('drf')}`;
  await copy('drafts', 't.id = $1', `'id', ${id('drf')}, 'source_text', ${words}, 'scheduled_at', case when n % 2 = 0 then ${due} end`);
  await copy('caption_sets', 't.draft_id = $1', `'id', ${id('cps')}, ${ofDraft}`);
  const ofSet = 't.caption_set_id = (select id from caption_sets where draft_id = $1)';
  await copy('captions', ofSet, `'id', ${id('cap')}, 'caption_set_id', ${id('cps')}`);
  await copy('payloads', 't.draft_id = $1', `'id', ${id('pay')}, ${ofDraft}, 'text_hash', n::text`);
  const platforms = `case when n % 500 = 9 then array['sandbox', 'mastodon'] else array['sandbox'] end`;
  const facts = `'words', ${words}, 'platforms', ${platforms}, 'has_findings', n % 300 = 5, 'scheduled_at', case when n % 2 = 0 then ${due} end, 'due_at', ${due}`;
  await copy('approvals', 't.draft_id = $1', `'id', ${id('apr')}, ${ofDraft}, ${facts}`);
  await copy('publish_jobs', 't.draft_id = $1', `'id', ${id('job')}, ${ofDraft}, 'approval_id', ${id('apr')}`);
  await copy('draft_authors', 't.draft_id = $1', `'id', ${id('ath')}, ${ofDraft}`);
  const ofJob = 't.job_id = (select id from publish_jobs where draft_id = $1)';
  await copy('publish_job_revisions', ofJob, `'id', ${id('rvn')}, 'job_id', ${id('job')}, 'approval_id', ${id('apr')}`);
  await copy('publications', ofJob, `'id', ${id('pub')}, 'job_id', ${id('job')}, 'payload_id', ${id('pay')}`);
}

/** Lines of an account's audit log, as many as asked for, copied from its first. They are no part of its chain. */
export const multiplyAudit = (pool, accountId, many) =>
  asCopied(pool, (query) =>
    query(
      `insert into audit_entries select copy.* from audit_entries t, generate_series(1, ${many}) n,
         jsonb_populate_record(t, jsonb_build_object('id', 'aud_' || lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000')) copy
        where t.id = (select id from audit_entries where account_id = $1 order by id limit 1)`,
      [accountId],
    ),
  );

/** What triggers would add is copied too, and that parents are there needs no check: they were copied before. Both take most of the time. */
async function asCopied(pool, work) {
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await work((...args) => client.query(...args));
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
}
