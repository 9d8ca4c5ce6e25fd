import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTicks } from '../../components/lists/use-ticks.ts';
import { Empty } from '../../components/ui/empty.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { MoreButton } from '../../components/ui/more-button.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import rows from '../../components/ui/rows.module.css';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import { WriteDraft } from '../../components/write-draft.tsx';
import type { DraftRowFragment, TemplateViewFragment } from '../../gql/graphql.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { DraftBulk } from './draft-bulk.tsx';
import { DraftFilters } from './draft-filters.tsx';
import { DraftRow } from './draft-row.tsx';
import { NewDraft } from './editor/new-draft.tsx';
import { type DraftFilter, draftsQuery, NO_FILTER, readAllDrafts } from './queries.ts';
import { TableMenu } from './table/table-menu.tsx';
import { Templates } from './templates.tsx';
import { texts } from './texts.ts';

interface Props {
  isWriting: boolean;
  onWriting: (isWriting: boolean) => void;
  filter: DraftFilter;
  onFilter: (filter: DraftFilter) => void;
}

const NONE: readonly DraftRowFragment[] = [];

/** All drafts of the workspace, newest first, and the form for a new one. */
export function DraftsPage({ isWriting, onWriting, filter, onFilter }: Props) {
  const workspace = useWorkspace();
  const [template, setTemplate] = useState<TemplateViewFragment | null>(null);
  const query = useInfiniteQuery(draftsQuery(workspace.id, filter));
  const ticks = useTicks(query.data ?? NONE);
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(NO_FILTER);
  const newButton = workspace.viewerCan.createDraft && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onWriting(true)}>
      {texts.new}
    </Button>
  );
  return (
    <Page
      title={texts.title}
      actions={
        <>
          <TableMenu />
          <Templates
            onUse={(chosen) => {
              setTemplate(chosen);
              onWriting(true);
            }}
          />
          {newButton}
        </>
      }
    >
      <NewDraft
        isOpen={isWriting && workspace.viewerCan.createDraft}
        template={template}
        onClose={() => {
          setTemplate(null);
          onWriting(false);
        }}
      />
      <Panel title={texts.order} isFlush>
        <DraftFilters filter={filter} onFilter={onFilter} />
        <Loaded query={query} skeleton={<SkeletonRows />}>
          {(drafts) =>
            drafts.length === 0 ? (
              <Empty title={isFiltered ? texts.emptyFilter : texts.empty}>
                <p>{isFiltered ? texts.emptyFilterHow : texts.emptyHow}</p>
                {!isFiltered && <WriteDraft />}
              </Empty>
            ) : (
              <>
                <DraftBulk ticks={ticks} hasMore={query.hasNextPage} readAll={(most) => readAllDrafts(workspace.id, filter, most)} />
                <ul className={rows.rows}>
                  {drafts.map((draft) => (
                    <DraftRow key={draft.id} draft={draft} isTicked={ticks.rows.has(draft.id)} onTick={() => ticks.toggle(draft)} />
                  ))}
                </ul>
              </>
            )
          }
        </Loaded>
        <MoreButton query={query} />
      </Panel>
    </Page>
  );
}
