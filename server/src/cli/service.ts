import { createSetupToken } from '../access/setup.ts';
import { applyRetention, type Dropped, readGrowth } from '../account-data/apply-retention.ts';
import { inTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import type { ServiceSwitch } from '../launch/launch.entities.ts';
import { resumeService, stopService } from '../launch/stop-service.ts';
import { type Command, optionalText, textOf } from './command.ts';
import { withSecretFile } from './secret-files.ts';

const stop: Command = {
  noun: 'service',
  verb: 'stop',
  help: 'Stop publishing for all customers: nothing new is sent, posts in progress complete',
  flags: { reason: { value: 'TEXT', help: 'the reason, shown to all customers' } },
  async run(ctx, flags) {
    return present(await inTransaction(ctx, (tx) => stopService(tx, { reason: optionalText(flags, 'reason') })));
  },
};

const resume: Command = {
  noun: 'service',
  verb: 'resume',
  help: 'Resume publishing for all customers; pending posts are sent',
  flags: {},
  async run(ctx) {
    return present(await inTransaction(ctx, resumeService));
  },
};

const setupLink: Command = {
  noun: 'service',
  verb: 'setup-link',
  help: "Write a one-time set-up link for the operator's account to a file, if there is no operator yet; valid for one day",
  flags: { 'link-file': { value: 'FILE', isRequired: true, help: 'new file, readable only by you' } },
  async run(ctx, flags) {
    return withSecretFile(textOf(flags, 'link-file'), 'link-file', async (write) => {
      const token = await inTransaction(ctx, createSetupToken);
      if (token === null) throw new DomainError('invalid_state', { message: 'An operator already exists.' });
      await write(`${ctx.config.publicUrl}/setup#token=${token}`);
      return { written: true };
    });
  },
};

const showGrowth: Command = {
  noun: 'retention',
  verb: 'show',
  help: 'Show how long growing data is kept (KEEP_MONTHS), and the largest tables',
  flags: {},
  async run(ctx) {
    const { kept, tables } = await readGrowth(ctx);
    return { kept: kept.map(({ kind, months, keptFrom }) => ({ kind, months, kept_from: keptFrom })), tables };
  },
};

const AT_ONCE = 10_000;

const applyNow: Command = {
  noun: 'retention',
  verb: 'apply',
  help: 'Delete all data older than KEEP_MONTHS now; otherwise a worker deletes it gradually, every minute',
  flags: {},
  async run(ctx) {
    const total: Dropped = {};
    for (;;) {
      const dropped = Object.entries(await applyRetention(ctx, AT_ONCE)) as [keyof Dropped, number][];
      for (const [kind, count] of dropped) total[kind] = (total[kind] ?? 0) + count;
      if (dropped.every(([, count]) => count === 0)) return { dropped: total };
    }
  },
};

function present({ stoppedAt, reason }: ServiceSwitch): Record<string, unknown> {
  return { publishing: stoppedAt ? 'stopped' : 'running', stopped_at: stoppedAt ?? null, reason: reason ?? null };
}

export const SERVICE_COMMANDS: Command[] = [stop, resume, setupLink, showGrowth, applyNow];
