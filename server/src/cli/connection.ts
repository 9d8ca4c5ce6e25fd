import { connectAccount } from '../connections/add-connection.ts';
import { listConnections } from '../connections/connection-queries.ts';
import type { Credentials } from '../platforms/platform.ts';
import { type Command, optionalText, textOf, UsageError } from './command.ts';
import { readSecretFile } from './secret-files.ts';

const add: Command = {
  noun: 'connection',
  verb: 'add',
  help: 'Connect an account on a platform, after verifying the credentials with the platform',
  flags: {
    workspace: { value: 'ID', isRequired: true, help: 'the workspace' },
    platform: { value: 'P', isRequired: true, help: 'the platform, for example sandbox or bluesky' },
    'credentials-file': { value: 'FILE', isRequired: true, help: 'file with a JSON object in the platform’s format; "{}" for the sandbox' },
    handle: { value: 'H', help: "display name instead of the platform's name for the account" },
    'ask-again': { help: 'request approval again, with this account, for posts approved without it; default: keep them as approved' },
  },
  async run(ctx, flags) {
    const platform = textOf(flags, 'platform');
    const connection = await connectAccount(ctx, {
      workspaceId: textOf(flags, 'workspace'),
      platform,
      credentials: readCredentials(await readSecretFile(textOf(flags, 'credentials-file'), 'credentials-file')),
      handle: optionalText(flags, 'handle'),
      approvedPosts: flags['ask-again'] === true ? 'ask_again' : 'keep',
    });
    return { connection_id: connection.id, platform, handle: connection.handle };
  },
};

const list: Command = {
  noun: 'connection',
  verb: 'list',
  help: 'List the connected accounts of a workspace',
  flags: { workspace: { value: 'ID', isRequired: true, help: 'the workspace' } },
  async run(ctx, flags) {
    const connections = await listConnections(ctx, textOf(flags, 'workspace'));
    return { connections: connections.map(({ id, platform, handle, health }) => ({ connection_id: id, platform, handle, health })) };
  },
};

function readCredentials(text: string): Credentials {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Credentials;
  } catch {
    // Reported below, without the content.
  }
  throw new UsageError('--credentials-file must contain one JSON object.');
}

export const CONNECTION_COMMANDS: Command[] = [add, list];
