// The operator's command line, kept running: one process of each worker loads it once and answers call after call.
// Plain JavaScript, since it is started by Node itself. That it is a program too has tests of its own.
import { runCommand } from '../../server/dist/cli/run-command.js';

process.on('message', async ({ id, args, env }) => process.send({ id, ...(await runCommand(args, env)) }));
process.on('disconnect', () => process.exit());
