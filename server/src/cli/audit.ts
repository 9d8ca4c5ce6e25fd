import { createReadStream } from 'node:fs';
import { Account } from '../access/account.entity.ts';
import type { RollHead } from '../audit/checkpoint.ts';
import { listAudit, verifyExport } from '../audit/export-audit.ts';
import { findBeginning, ROLLS } from '../audit/record-audit.ts';
import { adoptAudit, sealAudit } from '../audit/seal-audit.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { type Command, type OfflineCommand, optionalText, textOf, UsageError } from './command.ts';
import { readTrustedKeys, UNPROVEN_EXIT_CODE } from './evidence.ts';

const list: Command = {
  noun: 'audit',
  verb: 'list',
  help: 'List audit log entries, newest first, 100 per page',
  flags: {
    account: { value: 'ID', help: 'only this account’s entries' },
    cursor: { value: 'C', help: 'next_cursor of the previous page' },
  },
  async run(ctx, flags) {
    const page = await listAudit(ctx, optionalText(flags, 'account') ?? null, {
      limit: 100,
      cursor: optionalText(flags, 'cursor') ?? null,
    });
    return {
      entries: page.items.map((entry) => ({
        audit_id: entry.id,
        at: entry.createdAt,
        account_id: entry.accountId,
        actor: { kind: entry.actorKind, id: entry.actorId },
        action: entry.action,
        subject_id: entry.subjectId,
        details: entry.details,
      })),
      next_cursor: page.nextCursor,
    };
  },
};

const verify: Command = {
  noun: 'audit',
  verb: 'verify',
  help: 'Verify the hash chains and seal new entries; fails with the first row that was tampered with',
  flags: {
    account: { value: 'ID', help: "only this account's chain" },
    head: {
      value: 'SEQ:HASH',
      help: 'an earlier head of the log, as written to the service’s log or printed by this command',
    },
  },
  async run(ctx, flags) {
    const accountId = optionalText(flags, 'account');
    if (accountId !== undefined && (await ctx.em.count(Account, { id: accountId })) === 0) throw new DomainError('not_found');
    const kept = await ctx.checkpoint.read();
    const given = optionalText(flags, 'head');
    const givenHead = given === undefined ? null : await knownPlace(ctx, readHead(given));
    const remembered = [...(kept ? [kept] : []), ...(givenHead ? [givenHead] : [])];
    // Verify first: new seals would build on whatever was put there.
    const before = await verifyAudit(ctx, { ...(accountId === undefined ? {} : { accountId }), remembered });
    if (before.firstBad) {
      const { accountId: account, seq, entryId, message } = before.firstBad;
      throw new DomainError('audit_tampered', { message, details: { first_bad: { account_id: account, seq, audit_id: entryId } } });
    }
    const added = await sealAudit(ctx, { everything: true });
    const head = await ctx.checkpoint.read();
    const entries = before.sealed + before.unsealed;
    const sealed = accountId === undefined ? before.sealed + added : entries;
    return { consistent: true, entries, sealed, kept_from: before.keptFrom, head: head && `${head.seq}:${head.hash}`, first_bad: null };
  },
};

const adopt: Command = {
  noun: 'audit',
  verb: 'adopt',
  help: 'After restoring a backup manually: continue from the end of its audit log, and record that',
  flags: {},
  async run(ctx) {
    const { from, to } = await adoptAudit(ctx);
    return { adopted: true, was_at: from && `${from.seq}:${from.hash}`, is_at: to && `${to.seq}:${to.hash}` };
  },
};

const verifyFile: OfflineCommand = {
  noun: 'audit',
  verb: 'verify-export',
  help: 'Verify a downloaded audit log offline. Exit codes: 0 genuine, 1 changed, 2 unproven (without --keys)',
  flags: {
    file: { value: 'F', isRequired: true, help: 'the signed log as downloaded from the console (.ndjson)' },
    keys: {
      value: 'F',
      help: "the service's /.well-known/countersign-evidence-keys.json, downloaded by you; without it nothing is proved",
    },
  },
  async runOffline(flags) {
    const keys = await readTrustedKeys(optionalText(flags, 'keys'));
    const { verdict, faults, keyId, accountId, entries, keptFrom } = await verifyExport(linesOf(textOf(flags, 'file')), keys);
    if (verdict === 'tampered')
      throw new DomainError('audit_tampered', { message: faults.slice(0, MOST_FAULTS).join(' '), details: { faults } });
    if (verdict === 'unproven') process.exitCode = UNPROVEN_EXIT_CODE;
    return { verdict, key_id: keyId, account_id: accountId, entries, kept_from: keptFrom };
  },
};

const MOST_FAULTS = 20;

const LINE_FEED = 0x0a;

/**
 * Line by line, since a log of several years may not fit into memory; in bytes, since the signature covers bytes.
 * Lines end with LF only: U+2028 and CR occur within entries.
 */
async function* linesOf(path: string): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0);
  try {
    for await (const chunk of createReadStream(path)) {
      rest = Buffer.concat([rest, chunk as Buffer]);
      for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED)) {
        yield rest.subarray(0, end);
        rest = rest.subarray(end + 1);
      }
    }
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (rest.length > 0) yield rest;
}

function readHead(text: string): RollHead {
  const [, seq, hash = ''] = /^([1-9]\d{0,9}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined) throw new UsageError('--head must be a position and its hash, such as 12:3f9a….');
  return { seq: Number(seq), hash };
}

/** Entries dropped by age can no longer be verified. */
async function knownPlace(ctx: Context, head: RollHead): Promise<RollHead> {
  const beginning = await findBeginning(ctx.em, ctx.sealer, ROLLS);
  if (beginning && head.seq < beginning.seq)
    throw new UsageError(`--head refers to entries deleted by retention. Use a position from ${beginning.seq} on.`);
  return head;
}

export const AUDIT_COMMANDS: (Command | OfflineCommand)[] = [list, verify, verifyFile, adopt];
