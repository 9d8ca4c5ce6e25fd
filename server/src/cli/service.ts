import { inTransaction } from '../db/transaction.ts';
import type { ServiceSwitch } from '../launch/service-switch.entity.ts';
import { resumeService, stopService } from '../launch/stop-service.ts';
import { type Command, optionalText } from './command.ts';

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

function present({ stoppedAt, reason }: ServiceSwitch): Record<string, unknown> {
  return { publishing: stoppedAt ? 'stopped' : 'running', stopped_at: stoppedAt ?? null, reason: reason ?? null };
}

export const SERVICE_COMMANDS: Command[] = [stop, resume];
