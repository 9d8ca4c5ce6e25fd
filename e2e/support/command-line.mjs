// The command line as a server: each worker loads it once in a process that runs command after command. Plain
// JavaScript, since Node.js starts it directly. The program itself has its own tests.
import { runCommand } from '../../server/dist/cli/run-command.js';

process.on('message', async ({ id, args, env }) => process.send({ id, ...(await runCommand(args, env)) }));
process.on('disconnect', () => process.exit());
