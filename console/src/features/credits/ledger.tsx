import { Select } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Empty } from '../../components/ui/empty.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { MoreButton } from '../../components/ui/more-button.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import type { CreditBucket, CreditEntryKind, LedgerEntryFragment } from '../../gql/graphql.ts';
import { locale } from '../../lib/language.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './credits.module.css';
import { type LedgerFilter, ledgerQuery } from './queries.ts';
import { texts } from './texts.ts';

export interface LedgerProps {
  filter: LedgerFilter;
  onFilter: (filter: LedgerFilter) => void;
}

/** Every change of every balance, newest first. */
export function Ledger({ filter, onFilter }: LedgerProps) {
  const query = useInfiniteQuery(ledgerQuery(useWorkspace().id, filter));
  const isFiltered = filter.bucket !== null || filter.kind !== null;
  return (
    <Panel title={texts.ledger} side={<LedgerFilters filter={filter} onChange={onFilter} />} isFlush>
      <Loaded query={query} skeleton={<SkeletonRows />}>
        {(entries) =>
          entries.length === 0 ? (
            <Empty title={texts.ledgerEmpty}>
              <p>{isFiltered ? texts.ledgerNone : texts.ledgerEmptyHow}</p>
            </Empty>
          ) : (
            <Entries entries={entries} />
          )
        }
      </Loaded>
      <MoreButton query={query} />
    </Panel>
  );
}

const buckets = Object.keys(texts.buckets) as CreditBucket[];
const kinds = Object.keys(texts.kinds) as CreditEntryKind[];

function LedgerFilters({ filter, onChange }: { filter: LedgerFilter; onChange: (filter: LedgerFilter) => void }) {
  const { bucket, kind } = filter;
  return (
    <div className={classes.filters}>
      <Select
        aria-label={texts.columns.what}
        size="xs"
        data={[{ value: '', label: texts.allKinds }, ...kinds.map((value) => ({ value, label: texts.kinds[value] }))]}
        value={kind ?? ''}
        allowDeselect={false}
        onChange={(value) => onChange({ ...filter, kind: kinds.find((known) => known === value) ?? null })}
      />
      <Select
        aria-label={texts.columns.bucket}
        size="xs"
        data={[{ value: '', label: texts.allBuckets }, ...buckets.map((value) => ({ value, label: texts.buckets[value] }))]}
        value={bucket ?? ''}
        allowDeselect={false}
        onChange={(value) => onChange({ ...filter, bucket: buckets.find((known) => known === value) ?? null })}
      />
    </div>
  );
}

function Entries({ entries }: { entries: LedgerEntryFragment[] }) {
  const { columns } = texts;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{columns.what}</th>
          <th scope="col">{columns.bucket}</th>
          <th scope="col" data-number>
            {columns.available}
          </th>
          <th scope="col" data-number>
            {columns.held}
          </th>
          <th scope="col">{columns.when}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td>
              {texts.kinds[entry.kind]}
              {entry.platform && ` · ${entry.platform.label}`}
              {entry.jobId && (
                <>
                  {' · '}
                  <Link to="/jobs/$jobId" params={{ jobId: entry.jobId }}>
                    {texts.job}
                  </Link>
                </>
              )}
              {entry.note && <span className={classes.note}>{entry.note}</span>}
            </td>
            <td>{texts.buckets[entry.bucket]}</td>
            <td data-number data-label={columns.available}>
              {signed(entry.availableDelta)}
            </td>
            <td data-number data-label={columns.held}>
              {signed(entry.heldDelta)}
            </td>
            <td>
              <Moment at={entry.createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const withSign = new Intl.NumberFormat(locale, { signDisplay: 'always' });

/** With a real minus sign, before the number in Arabic too; nothing where nothing changed. */
const signed = (delta: number): string => (delta === 0 ? '' : withSign.format(delta).replace('-', '−'));
