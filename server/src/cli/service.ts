import { createSetupToken } from '../access/setup/create-setup-token.ts';
import { inTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import type { ServiceSwitch } from '../launch/service-switch.entity.ts';
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

function present({ stoppedAt, reason }: ServiceSwitch): Record<string, unknown> {
  return { publishing: stoppedAt ? 'stopped' : 'running', stopped_at: stoppedAt ?? null, reason: reason ?? null };
}

export const SERVICE_COMMANDS: Command[] = [stop, resume, setupLink];
