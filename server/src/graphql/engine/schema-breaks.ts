import { buildSchema, findBreakingChanges } from 'graphql';

/**
 * A breaking change, in graphql-js's words, with its day and reason: with an undeclared one schema.graphql is not
 * written.
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
const REFUSED_ALONE = { on: '2026-11-22', why: 'Refused to agents: what else they asked for has to come (decision 173).' };

const DECLARED_BREAKS: readonly DeclaredBreak[] = [
  { change: 'Workspace.auditEntries changed type from AuditEntryConnection! to AuditEntryConnection.', ...REFUSED_ALONE },
  { change: 'Credits.ledger changed type from CreditEntryConnection! to CreditEntryConnection.', ...REFUSED_ALONE },
  { change: 'Credits.use changed type from CreditUse! to CreditUse.', ...REFUSED_ALONE },
  { change: 'Credits.forecasts changed type from [CreditForecast!]! to [CreditForecast!].', ...REFUSED_ALONE },
];

/** The breaking changes since `before`, a sentence each, without the declared ones. */
export function findUndeclaredBreaks(before: string, after: string): string[] {
  const declared = new Set<string>(DECLARED_BREAKS.map(({ change }) => change));
  return findBreakingChanges(buildSchema(before), buildSchema(after))
    .map(({ description }) => description)
    .filter((change) => !declared.has(change));
}
