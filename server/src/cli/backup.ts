import type { BackupManifest } from '../backup/backup-manifest.ts';
import { type Restored, restoreBackup } from '../backup/restore-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { type RestoreState, readRestoreState, releaseRestore } from '../publishing/reconciliation/release-restore.ts';
import { type AloneCommand, type Command, requireOwner, textOf, UsageError } from './command.ts';

const backup: Command = {
  noun: 'backup',
  verb: '',
  help: 'writes the whole database as of now, and the pictures on the disk, into a new folder, while the service runs',
  flags: {
    to: {
      value: 'FOLDER',
      isRequired: true,
      help: 'a folder that is not there yet; it will hold all customers’ data, readable by you alone',
    },
    'with-keys': { help: 'the master key and the sealing keys too: anyone with such a backup can use every connected account' },
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
  help: 'puts a back-up into an empty DATA_DIR or an empty database; the service is held until it is released',
  flags: { from: { value: 'FOLDER', isRequired: true, help: 'as "cs backup" has written it' } },
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
  help: 'says whether a restore holds the service, and of how many posts it is not known whether they went out',
  flags: {},
  run: async (ctx) => presentState(await readRestoreState(ctx)),
};

const release: Command = {
  noun: 'restore',
  verb: 'release',
  help: 'lets a restored service publish; what is unknown still stays unknown until its platform or a person says',
  flags: {
    'is-the-only-one': { help: 'you state that the service of the back-up is stopped for good: two of them would post everything twice' },
  },
  async run(ctx, flags) {
    if (flags['is-the-only-one'] !== true)
      throw new UsageError(
        'Make sure that the service which the back-up is from does not run any more, and say so with --is-the-only-one.',
      );
    return presentState(await releaseRestore(ctx));
  },
};

function present({ createdAt, tables, media }: BackupManifest): Record<string, unknown> {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return {
    backup_at: createdAt,
    tables: tables.length,
    rows,
    pictures: media.place === 'here' ? media.files : 'in the bucket, which is backed up for itself',
  };
}

function presentState({ restoredAt, backupAt, beingAsked, forPeople, planned }: RestoreState): Record<string, unknown> {
  return {
    ...{ held: restoredAt !== null, restored_from: backupAt },
    ...{ posts_being_asked_for: beingAsked, posts_for_people: forPeople, planned_posts_to_check: planned },
  };
}

function keysOf({ dataDir, sealingKeys }: { dataDir: string; sealingKeys: object }): string[] {
  return 'file' in sealingKeys
    ? [`${dataDir}/master.key`, `${dataDir}/sealing.keys, where it exists`]
    : ['the setting MASTER_KEY', 'the setting SEALING_KEYS, where it is set'];
}

function alsoNeeded({ platformRulesFile }: { platformRulesFile: string | null }): string[] {
  return ['the settings that the service is started with', ...(platformRulesFile ? [platformRulesFile] : [])];
}

function nextSteps({ forPeople, beingAsked, planned, unreadableConnections }: Restored): string[] {
  return [
    'Start the service. It serves, and publishes nothing.',
    ...(beingAsked > 0 ? [`Its worker asks the platforms about ${beingAsked} posts; "cs restore status" says how far it is.`] : []),
    ...(forPeople > 0 ? [`Of ${forPeople} posts a person has to say in the console whether they are out.`] : []),
    ...(planned > 0 ? [`${planned} planned posts stay planned; the platform is asked about each before it is sent.`] : []),
    ...(unreadableConnections > 0
      ? [`${unreadableConnections} connected accounts do not open: put sealing.keys back, or connect them again.`]
      : []),
    'Then: cs restore release --is-the-only-one',
  ];
}

export const BACKUP_COMMANDS: (Command | AloneCommand)[] = [backup, restore, status, release];
