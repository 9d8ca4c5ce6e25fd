import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft } from '@tabler/icons-react';
import { type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, memo, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { KeysHelp } from '../../../components/keys/keys-help.tsx';
import { Page } from '../../../components/ui/page.tsx';
import { useDeskKeys } from '../../../components/ui/use-desk-keys.ts';
import { isAt } from '../../../lib/is-at.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import { type DeskState, isDeciding } from '../deciding/decision-desk.ts';
import { useDeskState } from '../deciding/use-decision-desk.tsx';
import { ApprovalDetail } from '../detail/approval-detail.tsx';
import { type ApprovalRow, approvalsQuery, hasProposalsQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import { type ApprovalFilter, totalOf } from './approval-filter.ts';
import { ApprovalList } from './approval-list.tsx';
import classes from './approvals-desk.module.css';
import { type Selection, useSelection } from './use-selection.ts';

interface Props {
  /** None on a phone's list. */
  approvalId: string | undefined;
  filter: ApprovalFilter;
}

/** The desk: the queue on the left, one approval on the right; on a phone one after the other. */
export function ApprovalsDesk({ approvalId, filter }: Props) {
  const workspace = useWorkspace();
  const query = useInfiniteQuery(approvalsQuery(workspace.id, filter));
  const go = useGo(filter);
  const rows = query.data ?? [];
  const index = rows.findIndex(({ id }) => id === approvalId);
  const { nextId, afterDecision, step } = useWayThrough(query, index, go);
  const isAllDecided = useDeskState((state) => rows.every(({ id }) => isDeciding(state, id)));
  useOpenFirst(rows, approvalId, go);
  const selection = useSelection(rows);
  const [isSearching, setSearching] = useState(false);
  const narrow = useCallback(
    (next: ApprovalFilter): void => {
      if (isAt(approvalId ? `/approvals/${approvalId}` : '/approvals')) go(undefined, next, true);
    },
    [go, approvalId],
  );
  const open = rows[index];
  const of = totalOf(filter, { shown: rows.length, hasMore: query.hasNextPage, waiting: workspace.waitingApprovals });
  const position = useMemo(() => (index < 0 ? null : { index: index + 1, of }), [index, of]);
  useDeskKeys({
    j: () => void step(1),
    k: () => void step(-1),
    x: () => open && selection.toggle(open),
    '/': () => setSearching(true),
  });

  return (
    <Page title={texts.title} isDesk actions={<KeysHelp keys={texts.keys} />} back={approvalId && <Back filter={filter} />}>
      <div className={classes.desk} data-open={approvalId ? true : undefined}>
        <div className={classes.left}>
          <ApprovalList
            query={query}
            filter={filter}
            onFilter={narrow}
            openId={approvalId}
            selection={selection}
            isSearching={isSearching}
            onSearching={setSearching}
          />
          <Removals />
          <OpenProposals />
          <OpenedBulkBar selection={selection} />
        </div>
        <div className={classes.right}>
          {approvalId ? (
            <ApprovalDetail key={approvalId} approvalId={approvalId} position={position} nextId={nextId} onDecided={afterDecision} />
          ) : (
            rows.length > 0 && <p className={classes.pick}>{isAllDecided ? texts.nothingElse : texts.pick}</p>
          )}
        </div>
      </div>
    </Page>
  );
}

const Proposals = lazy(async () => ({ default: (await import('../../../components/standing/proposals.tsx')).Proposals }));

/** Below the queue, so nothing moves when they load; a separate query, since there are seldom any. */
const OpenProposals = memo(function OpenProposals() {
  const { id, viewerCan } = useWorkspace();
  const { data: hasProposals = false } = useQuery({ ...hasProposalsQuery(id), enabled: viewerCan.decide });
  return (
    hasProposals && (
      <Suspense>
        <Proposals workspaceId={id} />
      </Suspense>
    )
  );
});

const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }));

/** Loaded at the first selection; it stays, since its results outlast the selection. */
function OpenedBulkBar({ selection }: { selection: Selection }) {
  const [wasOpen, setWasOpen] = useState(false);
  if (selection.rows.size > 0 && !wasOpen) setWasOpen(true);
  return (
    wasOpen && (
      <Suspense>
        <BulkBar selection={selection} />
      </Suspense>
    )
  );
}

const RequestedRemovals = lazy(async () => ({ default: (await import('./requested-removals.tsx')).RequestedRemovals }));

/** Below the queue too, and only where the person may sign them. */
function Removals() {
  const { id, waitingRemovals } = useWorkspace();
  return (
    waitingRemovals > 0 && (
      <Suspense>
        <RequestedRemovals workspaceId={id} />
      </Suspense>
    )
  );
}

type Go = (approvalId: string | undefined, filter?: ApprovalFilter, isReplacing?: boolean, isDecided?: boolean) => void;

function useGo(current: ApprovalFilter): Go {
  const navigate = useNavigate();
  return useCallback(
    (approvalId, filter = current, isReplacing = false, isDecided = false) => {
      navigate({
        to: '/approvals/{-$approvalId}',
        params: { approvalId },
        search: filter,
        replace: isReplacing,
        // The edits were sent with the decision.
        ignoreBlocker: isDecided,
        // With the post next to it, the list keeps the open row in view itself; the router would reset its scroll
        // position.
        resetScroll: !window.matchMedia('(min-width: 801px)').matches,
      });
    },
    [navigate, current],
  );
}

/** The next page is loaded this many rows before the end, so `j` never stops. */
const READ_ON = 5;

/** Keys j and k, and the next one that still waits after a decision. */
function useWayThrough(query: UseInfiniteQueryResult<ApprovalRow[]>, index: number, go: Go) {
  const rows = query.data ?? [];
  const nextWaiting = (state: DeskState): string | undefined => {
    const rest = [...rows.slice(index + 1), ...rows.slice(0, Math.max(index, 0))];
    return rest.find((row) => row.state === 'PENDING' && !isDeciding(state, row.id))?.id;
  };
  const isNearEnd = index >= 0 && index >= rows.length - READ_ON;
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  // After a failure the list shows a button to retry.
  const shouldReadOn = isNearEnd && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (shouldReadOn) void fetchNextPage();
  }, [shouldReadOn, fetchNextPage]);
  const nextId = useDeskState(nextWaiting);
  return {
    nextId,
    step: async (by: 1 | -1): Promise<void> => {
      const place = index < 0 ? 0 : index + by;
      // Faster than the next page is loaded: it is waited for.
      const read = place === rows.length && hasNextPage ? await fetchNextPage({ cancelRefetch: !isFetchingNextPage }) : query;
      const next = read.data?.[place];
      if (next) go(next.id);
    },
    afterDecision: useCallback((): void => go(nextId, undefined, false, true), [go, nextId]),
  };
}

/** Next to a list there is room for the first post: opened once, and kept even if earlier ones arrive. */
function useOpenFirst(rows: readonly ApprovalRow[], approvalId: string | undefined, go: Go): void {
  const isWide = useMediaQuery('(min-width: 801px)', undefined, { getInitialValueInEffect: false });
  const first = useDeskState((state) => (approvalId ? undefined : rows.find(({ id }) => !isDeciding(state, id))?.id));
  const shouldOpen = isWide && first !== undefined;
  useEffect(() => {
    if (shouldOpen) go(first, undefined, true);
  });
}

function Back({ filter }: { filter: ApprovalFilter }) {
  return (
    <Link
      to="/approvals/{-$approvalId}"
      params={{ approvalId: undefined }}
      search={filter}
      className={classes.back}
      aria-label={texts.back}
    >
      <IconChevronLeft size={20} aria-hidden />
    </Link>
  );
}
