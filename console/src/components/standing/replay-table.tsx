import { Skeleton, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { texts as separators } from '../../lib/texts.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Moment } from '../ui/moment.tsx';
import { type Limits, type Replayed, replayQuery } from './queries.ts';
import classes from './standing.module.css';
import { texts } from './texts.ts';

/** Recent posts, and whether they would have been covered. */
export function ReplayTable({ id, limits }: { id: string; limits: Limits }) {
  const query = useQuery(replayQuery(id, limits));
  return (
    <section aria-label={texts.replay({ days: limits.days })}>
      <h3 className={classes.name}>{texts.replay({ days: limits.days })}</h3>
      <Loaded query={query} skeleton={<Skeleton height={160} />}>
        {(replayed) => (replayed.length === 0 ? <p className={classes.hint}>{texts.replayEmpty}</p> : <Rows replayed={replayed} />)}
      </Loaded>
    </section>
  );
}

function Rows({ replayed }: { replayed: Replayed[] }) {
  const out = replayed.filter(({ isLetThrough }) => isLetThrough).length;
  return (
    <>
      <p className={classes.hint}>{texts.replayed({ out, all: replayed.length })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <section className={classes.scroll} tabIndex={0} aria-label={texts.post}>
        <Table verticalSpacing={6} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.post}</Table.Th>
              <Table.Th>{texts.youDid}</Table.Th>
              <Table.Th>{texts.itWould}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {replayed.toReversed().map((row) => (
              <Row key={row.approvalId} row={row} />
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </>
  );
}

function Row({ row: { words, askedAt, outcome, isLetThrough, reasons } }: { row: Replayed }) {
  return (
    <Table.Tr>
      <Table.Td>
        <span className={classes.words} dir="auto">
          {words}
        </span>
        <span className={classes.line}>
          <Moment at={askedAt} as="when" />
        </span>
      </Table.Td>
      <Table.Td>{texts.outcomes[outcome]}</Table.Td>
      <Table.Td>
        {isLetThrough ? texts.out : texts.asked}
        {reasons.length > 0 && (
          <span className={classes.line} title={reasons.map(({ message }) => message).join(separators.semicolon)}>
            {[...new Set(reasons.map(({ code }) => texts.reasons[code]))].join(separators.comma)}
          </span>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
