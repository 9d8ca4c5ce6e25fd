import { useMediaQuery } from '@mantine/hooks';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef } from 'react';
import { HeldPosts } from '../../../components/gates/held-posts.tsx';
import { Empty } from '../../../components/ui/empty.tsx';
import { Loaded } from '../../../components/ui/loaded.tsx';
import { MoreButton } from '../../../components/ui/more-button.tsx';
import { SkeletonRows } from '../../../components/ui/skeleton-rows.tsx';
import { UndoStrip } from '../deciding/undo-strip.tsx';
import type { ApprovalRow } from '../queries.ts';
import { texts } from '../texts.ts';
import { type ApprovalFilter, isNarrowed } from './approval-filter.ts';
import classes from './approval-list.module.css';
import { ApprovalRowLink } from './approval-row.tsx';
import { Count, ListTools, Search, type ToolsProps } from './list-tools.tsx';
import type { Selection } from './use-selection.ts';

interface Props extends ToolsProps {
  query: UseInfiniteQueryResult<ApprovalRow[]>;
  openId: string | undefined;
  selection: Selection;
}

/** The filtered queue. */
export function ApprovalList({ query, filter, onFilter, openId, selection, isSearching, onSearching }: Props) {
  const scroll = useRef<HTMLDivElement>(null);
  return (
    <section className={classes.list} aria-label={texts.list}>
      <UndoStrip place="list" />
      <div className={classes.head}>
        <p className={classes.count} aria-live="polite">
          {query.data ? <Count filter={filter} shown={query.data.length} hasMore={query.hasNextPage} /> : ' '}
        </p>
        <ListTools filter={filter} onFilter={onFilter} isSearching={isSearching} onSearching={onSearching} />
      </div>
      {(isSearching || filter.search !== undefined) && (
        <search className={classes.find}>
          <Search filter={filter} onFilter={onFilter} isFocused={isSearching} onLeave={() => onSearching(false)} />
        </search>
      )}
      <div ref={scroll} className={classes.scroll}>
        <Loaded query={query} skeleton={<SkeletonRows />}>
          {(rows) =>
            rows.length === 0 ? (
              <Nothing filter={filter} />
            ) : (
              <Rows rows={rows} filter={filter} openId={openId} selection={selection} scroll={scroll} />
            )
          }
        </Loaded>
        <MoreButton query={query} />
      </div>
    </section>
  );
}

/** As in the style sheet: every row is as high as every other. */
const ROW_HEIGHT = 56;

interface RowsProps extends Pick<Props, 'filter' | 'openId' | 'selection'> {
  rows: ApprovalRow[];
  scroll: RefObject<HTMLDivElement | null>;
}

/** Virtualised: only visible rows are rendered, and none behind a post on a phone; the open one is scrolled into view. */
function Rows({ rows, filter, openId, selection, scroll }: RowsProps) {
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 10,
  });
  const isBeside = useMediaQuery('(min-width: 801px)', undefined, { getInitialValueInEffect: false });
  const isInSight = isBeside || openId === undefined;
  const openIndex = rows.findIndex(({ id }) => id === openId);
  useEffect(() => {
    if (openIndex >= 0) list.scrollToIndex(openIndex, { align: 'auto' });
  }, [openIndex, list]);
  return (
    <ol className={classes.rows} style={{ height: list.getTotalSize() }}>
      {(isInSight ? list.getVirtualItems() : []).map(({ index, key, start }) => {
        const row = rows[index];
        return (
          row && (
            <li key={key} className={classes.item} style={{ top: start }} aria-setsize={rows.length} aria-posinset={index + 1}>
              <ApprovalRowLink
                row={row}
                filter={filter}
                isOpen={row.id === openId}
                isTicked={selection.rows.has(row.id)}
                onTick={selection.toggle}
              />
            </li>
          )
        );
      })}
    </ol>
  );
}

function Nothing({ filter }: { filter: ApprovalFilter }) {
  if (isNarrowed(filter)) {
    return (
      <Empty title={texts.emptyNarrowed}>
        <p>{texts.emptyNarrowedHow}</p>
      </Empty>
    );
  }
  const isWaiting = (filter.state ?? 'PENDING') === 'PENDING';
  return (
    <>
      {isWaiting && <HeldPosts />}
      <Empty title={isWaiting ? texts.emptyWaiting : texts.emptyOther}>
        <p>{isWaiting ? texts.emptyWaitingHow : texts.emptyOtherHow}</p>
      </Empty>
    </>
  );
}
