import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { systemClock } from '../../clock.ts';
import { userActor } from '../actors.ts';
import { startMailServer } from '../servers/mail-server.ts';
import { givenStage } from '../stage.ts';
import type { TestDatabase } from '../test-database.ts';
import { createTestServices } from '../test-services.ts';
import { startWorkerProcess } from './kill-workers.ts';

export interface TellingTally {
  kills: number;
  /** Expected notices: one for each draft and possible approver. */
  wanted: number;
  noticed: number;
  noticedTwice: number;
  mailed: number;
  mailedTwice: number;
  /** Given up, since the worker died while sending: shown in the console only. */
  notMailed: number;
}

/** The longest life of a worker before it is killed. */
const LIFE_MS = 4_000;

/**
 * Kills the worker again and again while it notifies people of drafts, one per life, through a real mail server, and
 * counts what arrived. Skips the minute in which mails collect notices.
 */
export async function tellThroughKills(
  database: TestDatabase,
  { kills, people }: { kills: number; people: number },
): Promise<TellingTally> {
  const post = await startMailServer();
  const running = new Set<ChildProcess>();
  const services = createTestServices(database, { clock: systemClock });
  const env = { SMTP_URL: post.url, MAIL_FROM: 'posts@example.org' };
  try {
    const stage = await givenStage(services);
    for (let number = 1; number < people; number += 1) await userActor(services, stage.accountId, 'approver');
    const em = () => services.orm.em.fork();
    const count = async (sql: string) => Number((await em().execute<{ n: number }[]>(`select count(*)::int as n from ${sql}`))[0]?.n);
    const hurry = () => em().execute(`update notice_deliveries set due_at = now() where state = 'waiting' and due_at > now()`, [], 'run');
    for (let kill = 0; kill < kills; kill += 1) {
      await stage.submit({ sourceText: `Pier number ${kill}, it opens on Friday.` });
      const worker = await startWorkerProcess(database.url, running, env);
      await untilMore(() => post.mails.length, hurry);
      await sleep(Math.random() * 200);
      worker.kill('SIGKILL');
      await once(worker, 'exit');
    }
    await startWorkerProcess(database.url, running, env);
    await expect
      .poll(
        async () => {
          await hurry();
          const [untold, waiting, unsent] = [
            kills * people - (await count('notices')),
            await count(`notice_deliveries where state in ('waiting', 'sending')`),
            await count('mails where sent_at is null and failed_at is null'),
          ];
          return [untold, waiting, unsent];
        },
        { timeout: 300_000, interval: 500 },
      )
      .toEqual([0, 0, 0]);
    const pairs = post.mails.flatMap(({ to, text }) => [...named(text)].map((draft) => `${to[0]} ${draft}`));
    const twice = await count('(select 1 from notices group by user_id, subject_id having count(*) > 1) as t');
    const noticed = await count('notices');
    const mailed = new Set(pairs).size;
    return {
      kills,
      wanted: kills * people,
      noticed,
      noticedTwice: twice,
      mailed,
      mailedTwice: pairs.length - mailed,
      notMailed: noticed - mailed,
    };
  } finally {
    for (const child of running) child.kill('SIGKILL');
    await post.close();
  }
}

/** The drafts that a mail names, without duplicates: it contains a post as a sentence and as a preview. */
const named = (text: string): Set<string> => new Set(text.match(/Pier number \d+/g));

/** Until there is more than at first, or for as long as a worker lives. */
async function untilMore(count: () => number, meanwhile: () => Promise<unknown>): Promise<void> {
  const [before, until] = [count(), Date.now() + LIFE_MS];
  while (count() === before && Date.now() < until) {
    await meanwhile();
    await sleep(20);
  }
}
