import { buildSchema, findBreakingChanges } from 'graphql';

/** A change that breaks documents of before, in graphql-js's words, with its day and its reason: without a line here schema.graphql is not written. */
interface DeclaredBreak {
  change: string;
  on: string;
  why: string;
}

/** A refusal of one of these took the whole workspace with it, whatever else was asked for. Whoever is a person never gets null. */
const REFUSED_ALONE = { on: '2026-11-22', why: 'Refused to agents: what else they asked for has to come (decision 173).' };

const DECLARED_BREAKS: readonly DeclaredBreak[] = [
  { change: 'Workspace.auditEntries changed type from AuditEntryConnection! to AuditEntryConnection.', ...REFUSED_ALONE },
  { change: 'Credits.ledger changed type from CreditEntryConnection! to CreditEntryConnection.', ...REFUSED_ALONE },
  { change: 'Credits.use changed type from CreditUse! to CreditUse.', ...REFUSED_ALONE },
  { change: 'Credits.forecasts changed type from [CreditForecast!]! to [CreditForecast!].', ...REFUSED_ALONE },
];

/** What breaks documents that were written for `before`, a sentence each, without what is declared. */
export function findUndeclaredBreaks(before: string, after: string): string[] {
  const declared = new Set<string>(DECLARED_BREAKS.map(({ change }) => change));
  return findBreakingChanges(buildSchema(before), buildSchema(after))
    .map(({ description }) => description)
    .filter((change) => !declared.has(change));
}
