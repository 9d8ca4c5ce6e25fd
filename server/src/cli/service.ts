import { createSetupToken } from '../access/setup.ts';
import { type Dropped, dropOld, readGrowth } from '../account-data/drop-old.ts';
import { inTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import type { ServiceSwitch } from '../launch/launch.entities.ts';
import { resumeService, stopService } from '../launch/stop-service.ts';
import { type Command, optionalText, textOf } from './command.ts';
import { withSecretFile } from './secret-files.ts';

const stop: Command = {
  noun: 'service',
  verb: 'stop',
  help: 'stops publishing for everybody: nothing new is sent, what is under way ends by itself',
  flags: { reason: { value: 'TEXT', help: 'why; every customer reads it' } },
  async run(ctx, flags) {
    return present(await inTransaction(ctx, (tx) => stopService(tx, { reason: optionalText(flags, 'reason') })));
  },
};

const resume: Command = {
  noun: 'service',
  verb: 'resume',
  help: 'lets everybody publish again; what has waited goes out',
  flags: {},
  async run(ctx) {
    return present(await inTransaction(ctx, resumeService));
  },
};

const setupLink: Command = {
  noun: 'service',
  verb: 'setup-link',
  help: "writes the one-time link to the operator's account into a file, as long as there is none; good for a day",
  flags: { 'link-file': { value: 'FILE', isRequired: true, help: 'a new file, which you alone can read' } },
  async run(ctx, flags) {
    return withSecretFile(textOf(flags, 'link-file'), 'link-file', async (write) => {
      const token = await inTransaction(ctx, createSetupToken);
      if (token === null) throw new DomainError('invalid_state', { message: 'There is an operator already.' });
      await write(`${ctx.config.publicUrl}/setup#token=${token}`);
      return { written: true };
    });
  },
};

const showGrowth: Command = {
  noun: 'retention',
  verb: 'show',
  help: 'shows how long is kept what only grows (KEEP_MONTHS), and which tables take the most room',
  flags: {},
  async run(ctx) {
    const { kept, tables } = await readGrowth(ctx);
    return { kept: kept.map(({ kind, months, keptFrom }) => ({ kind, months, kept_from: keptFrom })), tables };
  },
};

const AT_ONCE = 10_000;

const applyRetention: Command = {
  noun: 'retention',
  verb: 'apply',
  help: 'drops now what is older than KEEP_MONTHS says, until nothing is left; a worker does it by itself, a part each minute',
  flags: {},
  async run(ctx) {
    const total: Dropped = {};
    for (;;) {
      const dropped = Object.entries(await dropOld(ctx, AT_ONCE)) as [keyof Dropped, number][];
      for (const [kind, count] of dropped) total[kind] = (total[kind] ?? 0) + count;
      if (dropped.every(([, count]) => count === 0)) return { dropped: total };
    }
  },
};

function present({ stoppedAt, reason }: ServiceSwitch): Record<string, unknown> {
  return { publishing: stoppedAt ? 'stopped' : 'running', stopped_at: stoppedAt ?? null, reason: reason ?? null };
}

export const SERVICE_COMMANDS: Command[] = [stop, resume, setupLink, showGrowth, applyRetention];
