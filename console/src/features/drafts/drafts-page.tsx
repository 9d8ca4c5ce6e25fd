import { Button, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty } from '../../components/empty.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import rows from '../../components/rows.module.css';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { draftStates } from '../../components/states.ts';
import type { DraftState } from '../../gql/graphql.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { DraftRow } from './draft-row.tsx';
import { NewDraft } from './new-draft.tsx';
import { draftsQuery } from './queries.ts';
import { texts } from './texts.ts';

interface Props {
  isWriting: boolean;
  onWriting: (isWriting: boolean) => void;
}

/** All drafts of the workspace, newest first, and the form for a new one. */
export function DraftsPage({ isWriting, onWriting }: Props) {
  const workspace = useWorkspace();
  const [state, setState] = useState<DraftState | null>(null);
  const query = useInfiniteQuery(draftsQuery(workspace.id, state));
  const newButton = workspace.viewerCan.createDraft && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onWriting(true)}>
      {texts.new}
    </Button>
  );
  return (
    <Page title={texts.title} actions={newButton}>
      <NewDraft isOpen={isWriting && workspace.viewerCan.createDraft} onClose={() => onWriting(false)} />
      <Panel title={texts.order} side={<StateSelect state={state} onState={setState} />} isFlush>
        <Loaded query={query} skeleton={<SkeletonRows />}>
          {(drafts) =>
            drafts.length === 0 ? (
              <Empty title={texts.empty}>
                <p>{state ? texts.emptyState : texts.emptyHow}</p>
              </Empty>
            ) : (
              <ul className={rows.rows}>
                {drafts.map((draft) => (
                  <DraftRow key={draft.id} draft={draft} />
                ))}
              </ul>
            )
          }
        </Loaded>
        <MoreButton query={query} />
      </Panel>
    </Page>
  );
}

const states = Object.keys(draftStates) as DraftState[];

function StateSelect({ state, onState }: { state: DraftState | null; onState: (state: DraftState | null) => void }) {
  return (
    <Select
      aria-label={texts.filter}
      size="xs"
      w={180}
      data={[{ value: '', label: texts.all }, ...states.map((value) => ({ value, label: texts.state(value) }))]}
      value={state ?? ''}
      allowDeselect={false}
      onChange={(value) => onState(states.find((known) => known === value) ?? null)}
    />
  );
}
