import { useMediaQuery } from '@mantine/hooks';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { lazy, type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Loaded } from '../../../components/ui/loaded.tsx';
import { MoreButton } from '../../../components/ui/more-button.tsx';
import { SkeletonRows } from '../../../components/ui/skeleton-rows.tsx';
import { UndoStrip } from '../deciding/undo-strip.tsx';
import type { ApprovalRow } from '../queries.ts';
import { texts } from '../texts.ts';
import classes from './approval-list.module.css';
import { ApprovalRowLink } from './approval-row.tsx';
import { Count, ListTools, Search, type ToolsProps } from './list-tools.tsx';
import type { Selection } from './use-selection.ts';

const Nothing = lazy(async () => ({ default: (await import('./nothing.tsx')).Nothing }));

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
              <Suspense>
                <Nothing filter={filter} />
              </Suspense>
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

/** Rows rendered above and below the visible ones; the range moves in steps of as many. */
const AROUND = 10;

/** Renders only the rows in view, and none behind a post on a phone; the open one is scrolled into view. */
function Rows({ rows, filter, openId, selection, scroll }: RowsProps) {
  const isBeside = useMediaQuery('(min-width: 801px)', undefined, { getInitialValueInEffect: false });
  const isInSight = isBeside || openId === undefined;
  const { first, last } = useRowsInView(scroll);
  const openIndex = rows.findIndex(({ id }) => id === openId);
  useEffect(() => {
    const box = scroll.current;
    if (!box || openIndex < 0) return;
    const top = openIndex * ROW_HEIGHT;
    box.scrollTop = Math.min(top, Math.max(box.scrollTop, top + ROW_HEIGHT - box.clientHeight));
  }, [openIndex, scroll]);
  return (
    <ol className={classes.rows} style={{ height: rows.length * ROW_HEIGHT }}>
      {(isInSight ? rows.slice(first, last) : []).map((row, place) => (
        <li
          key={row.id}
          className={classes.item}
          style={{ top: (first + place) * ROW_HEIGHT }}
          aria-setsize={rows.length}
          aria-posinset={first + place + 1}
        >
          <ApprovalRowLink
            row={row}
            filter={filter}
            isOpen={row.id === openId}
            isTicked={selection.rows.has(row.id)}
            onTick={selection.toggle}
          />
        </li>
      ))}
    </ol>
  );
}

/** The indexes of the rows to render, `last` exclusive, as the box scrolls or changes its height. */
function useRowsInView(scroll: RefObject<HTMLDivElement | null>): { first: number; last: number } {
  const [view, setView] = useState({ first: 0, last: AROUND * 3 });
  useLayoutEffect(() => {
    const box = scroll.current;
    if (!box) return;
    const look = (): void => {
      const step = AROUND * ROW_HEIGHT;
      const first = Math.max(0, Math.floor(box.scrollTop / step) - 1) * AROUND;
      const last = (Math.ceil((box.scrollTop + box.clientHeight) / step) + 1) * AROUND;
      setView((before) => (before.first === first && before.last === last ? before : { first, last }));
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [scroll]);
  return view;
}
