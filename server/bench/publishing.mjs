// Posts that are all due at the same second, from then until the last one is out.
import { setTimeout as sleep } from 'node:timers/promises';
import { perRequest } from './processor.mjs';
import { cs, draftOf, send } from './service.mjs';

const CREDITS_A_PIECE = 125;
/** As a share of the drafts created a second in the same run. */
const GOAL = 0.2;

/**
 * Sends `many` posts to the sandbox without a person, all due at once. `created`: drafts a second in the same run, if that was measured.
 */
export async function timePublishing({ dataDir, pool, home, many, created, row, processor }) {
  const pieces = Math.ceil(many / CREDITS_A_PIECE);
  await cs(dataDir, 'credits', 'add', '--account', home.accountId, '--product', 'api_autoposting_topup', '--quantity', String(pieces));
  await pool.query('update workspaces set allows_auto = true where id = $1', [home.workspaceId]);
  // Late enough that all of them are queued by then.
  const due = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 10_000 + many * 60);
  let number = 0;
  const queue = async () => {
    while (number < many) {
      number += 1;
      const draft = draftOf(home.workspaceId, 'auto', { scheduled_at: due.toISOString() });
      draft.source_text = draft.source_text.replace('[<n>]', `number ${number}`);
      await send('POST', '/api/v1/drafts', home.headers, draft);
    }
  };
  await Promise.all(Array.from({ length: 8 }, queue));
  if (Date.now() > due.getTime()) throw new Error('Queueing took so long that the posts were due before it ended.');
  const out = async () => {
    const { rows } = await pool.query(
      `select count(*)::int as many, max(p.published_at) as last from publications p join publish_jobs j on j.id = p.job_id
       where j.workspace_id = $1 and p.state = 'published'`,
      [home.workspaceId],
    );
    return rows[0];
  };
  await sleep(due.getTime() - Date.now());
  const before = processor();
  const deadline = due.getTime() + 300_000;
  for (;;) {
    const { many: published, last } = await out();
    if (published === many) {
      const perSecond = many / ((last.getTime() - due.getTime()) / 1_000);
      row({
        name: `publish ${many} that are due at once`,
        figure: `${perSecond.toFixed(0)}/s${perRequest(before, processor(), many)}`,
        floor: created ? `${created.toFixed(0)} drafts/s` : 'none',
        value: created ? perSecond / created : perSecond,
        ...(created && { goal: GOAL, isMet: perSecond / created >= GOAL }),
      });
      return;
    }
    if (Date.now() > deadline) throw new Error(`${published} of ${many} were published within five minutes.`);
    await sleep(100);
  }
}
