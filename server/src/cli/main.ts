import { keepCompiled } from '../process/keep-compiled.ts';

keepCompiled();
const { runCommand } = await import('./run-command.ts');

const { code, stdout, stderr } = await runCommand(process.argv.slice(2), process.env);
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;
