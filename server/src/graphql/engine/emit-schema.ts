import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, findBreakingChanges } from 'graphql';
import { SERVER_FOLDER } from '../../server-folder.ts';
import { printGraphqlSchema } from './build-schema.ts';

/**
 * A breaking change as graphql-js describes it, with its date and reason. While one is undeclared, schema.graphql is
 * not written.
 */
interface DeclaredBreak {
  change: string;
  on: string;
  why: string;
}

/**
 * A refusal of one of these fields used to null the whole workspace, with everything else requested. People never get
 * null.
 */
const REFUSED_ALONE = { on: '2026-11-22', why: 'Refused to agents without nulling the rest of their query (decision 173).' };

const DECLARED_BREAKS: readonly DeclaredBreak[] = [
  { change: 'Workspace.auditEntries changed type from AuditEntryConnection! to AuditEntryConnection.', ...REFUSED_ALONE },
  { change: 'Credits.ledger changed type from CreditEntryConnection! to CreditEntryConnection.', ...REFUSED_ALONE },
  { change: 'Credits.use changed type from CreditUse! to CreditUse.', ...REFUSED_ALONE },
  { change: 'Credits.forecasts changed type from [CreditForecast!]! to [CreditForecast!].', ...REFUSED_ALONE },
];

/** The undeclared breaking changes since `before`, one sentence each. */
export function findUndeclaredBreaks(before: string, after: string): string[] {
  const declared = new Set<string>(DECLARED_BREAKS.map(({ change }) => change));
  return findBreakingChanges(buildSchema(before), buildSchema(after))
    .map(({ description }) => description)
    .filter((change) => !declared.has(change));
}

const FILE = join(SERVER_FOLDER, '../schema.graphql');

const sdl = printGraphqlSchema();
const before = readFileSync(FILE, 'utf8');
if (!process.argv.includes('--check')) {
  const breaks = findUndeclaredBreaks(before, sdl).map((change) => `  ${change}\n`);
  if (breaks.length === 0) writeFileSync(FILE, sdl);
  else {
    process.stderr.write(
      `schema.graphql was not written, since existing queries would break. Declare it in DECLARED_BREAKS, or undo it:\n${breaks.join('')}`,
    );
    process.exitCode = 1;
  }
} else if (before !== sdl) {
  process.stderr.write('schema.graphql is out of date. Run "npm run generate".\n');
  process.exitCode = 1;
}
