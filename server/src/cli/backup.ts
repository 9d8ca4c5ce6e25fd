import type { BackupManifest } from '../backup/backup-manifest.ts';
import { type Restored, restoreBackup } from '../backup/restore-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { type RestoreState, readRestoreState, releaseRestore } from '../publishing/reconciliation/release-restore.ts';
import { type AloneCommand, type Command, requireOwner, textOf, UsageError } from './command.ts';

const backup: Command = {
  noun: 'backup',
  verb: '',
  help: 'Back up the whole database and the media on disk to a new folder, while the service runs',
  // Before an upgrade, the new version backs up what the earlier one can restore.
  readsOlderSchemas: true,
  flags: {
    to: {
      value: 'FOLDER',
      isRequired: true,
      help: 'new folder, readable only by you; it will contain all customers’ data',
    },
    'with-keys': { help: 'include the master key and the sealing keys: anyone with such a backup can use every connected account' },
  },
  async run(ctx, flags) {
    const withKeys = flags['with-keys'] === true;
    const manifest = await writeBackup(ctx, { to: textOf(flags, 'to'), withKeys });
    return {
      ...present(manifest),
      holds_keys: withKeys,
      keep_apart: withKeys ? [] : keysOf(ctx.config),
      also_needed: alsoNeeded(ctx.config),
    };
  },
};

const restore: AloneCommand = {
  noun: 'restore',
  verb: '',
  help: 'Restore a backup into an empty DATA_DIR or database; the service does not publish until "cs restore release"',
  flags: { from: { value: 'FOLDER', isRequired: true, help: 'folder written by "cs backup"' } },
  async runAlone(env, flags) {
    requireOwner(env);
    const restored = await restoreBackup(env, textOf(flags, 'from'));
    const { manifest, unreadableConnections } = restored;
    return {
      ...present(manifest),
      ...presentState(restored),
      connections_that_do_not_open: unreadableConnections,
      next: nextSteps(restored),
    };
  },
};

const status: Command = {
  noun: 'restore',
  verb: 'status',
  help: 'Show whether a restore still prevents publishing, and how many posts have an unknown outcome',
  flags: {},
  run: async (ctx) => presentState(await readRestoreState(ctx)),
};

const release: Command = {
  noun: 'restore',
  verb: 'release',
  help: 'Let a restored service publish; unknown outcomes stay unknown until the platform or a person settles them',
  flags: {
    'is-the-only-one': {
      help: 'confirm that the original service is stopped for good: two running services would publish everything twice',
    },
  },
  async run(ctx, flags) {
    if (flags['is-the-only-one'] !== true)
      throw new UsageError('Make sure that the original service is stopped for good, then confirm it with --is-the-only-one.');
    return presentState(await releaseRestore(ctx));
  },
};

function present({ createdAt, tables, media }: BackupManifest): Record<string, unknown> {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return {
    backup_at: createdAt,
    tables: tables.length,
    rows,
    pictures: media.place === 'here' ? media.files : 'in the bucket, which must be backed up separately',
  };
}

function presentState({ restoredAt, backupAt, beingAsked, forPeople, planned, erasuresDue }: RestoreState): Record<string, unknown> {
  return {
    ...{ held: restoredAt !== null, restored_from: backupAt },
    ...{ posts_being_asked_for: beingAsked, posts_for_people: forPeople, planned_posts_to_check: planned },
    accounts_to_erase: erasuresDue,
  };
}

function keysOf({ dataDir, sealingKeys }: { dataDir: string; sealingKeys: object }): string[] {
  return 'file' in sealingKeys
    ? [`${dataDir}/master.key`, `${dataDir}/sealing.keys, if it exists`]
    : ['the setting MASTER_KEY', 'the setting SEALING_KEYS, if set'];
}

function alsoNeeded({ platformRulesFile }: { platformRulesFile: string | null }): string[] {
  return ['the service’s settings', ...(platformRulesFile ? [platformRulesFile] : [])];
}

function nextSteps({ forPeople, beingAsked, planned, erasuresDue, unreadableConnections }: Restored): string[] {
  return [
    'Start the service. It serves requests but publishes nothing.',
    ...(beingAsked > 0 ? [`The worker queries the platforms about ${beingAsked} posts; "cs restore status" shows the progress.`] : []),
    ...(forPeople > 0 ? [`For ${forPeople} posts, a person must state in the console whether they were published.`] : []),
    ...(planned > 0 ? [`${planned} scheduled posts stay scheduled; the platform is queried for each before it is sent.`] : []),
    ...(unreadableConnections > 0
      ? [
          `The credentials of ${unreadableConnections} connected accounts cannot be decrypted: restore sealing.keys. If it is lost, the start names the setting to go on without it, and the accounts must be connected again.`,
        ]
      : []),
    ...(erasuresDue.length > 0
      ? [
          `These accounts are erased after the release: ${erasuresDue.join(', ')}. Keep those whose owners have cancelled it since: cs account keep.`,
        ]
      : []),
    'Then: cs restore release --is-the-only-one',
  ];
}

export const BACKUP_COMMANDS: (Command | AloneCommand)[] = [backup, restore, status, release];
