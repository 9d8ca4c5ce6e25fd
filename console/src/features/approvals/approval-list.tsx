import { Select } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Empty } from '../../components/empty.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import type { ApprovalState } from '../../gql/graphql.ts';
import classes from './approval-list.module.css';
import { ApprovalRowLink } from './approval-row.tsx';
import type { ApprovalRow } from './queries.ts';
import { texts } from './texts.ts';

interface Props {
  query: UseInfiniteQueryResult<ApprovalRow[]>;
  state: ApprovalState;
  onState: (state: ApprovalState) => void;
  openId: string | undefined;
}

const options = Object.entries(texts.filters).map(([value, label]) => ({ value, label }));

/** The queue, oldest first. */
export function ApprovalList({ query, state, onState, openId }: Props) {
  const isWaiting = state === 'PENDING';
  const count = query.data?.length ?? 0;
  return (
    <section className={classes.list} aria-label={texts.list}>
      <div className={classes.head}>
        <p className={classes.count} aria-live="polite">
          {query.data ? (isWaiting ? texts.waiting(count, query.hasNextPage) : texts.shown(count, query.hasNextPage)) : ' '}
        </p>
        <Select
          aria-label={texts.filter}
          size="xs"
          w={168}
          data={options}
          value={state}
          allowDeselect={false}
          onChange={(value) => onState(options.find((option) => option.value === value)?.value as ApprovalState)}
        />
      </div>
      <div className={classes.scroll}>
        <Loaded query={query} skeleton={<SkeletonRows />}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty title={isWaiting ? texts.emptyWaiting : texts.emptyOther}>
                <p>{isWaiting ? texts.emptyWaitingHow : texts.emptyOtherHow}</p>
              </Empty>
            ) : (
              <ol>
                {rows.map((row) => (
                  <ApprovalRowLink key={row.id} row={row} state={state} isOpen={row.id === openId} />
                ))}
              </ol>
            )
          }
        </Loaded>
        <MoreButton query={query} />
      </div>
    </section>
  );
}
