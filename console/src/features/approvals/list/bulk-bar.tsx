import { Button } from '@mantine/core';
import { IconCheck, IconMessage2, IconX } from '@tabler/icons-react';
import { lazy, memo, Suspense, useState } from 'react';
import { ShareWithClient } from '../../../components/share/share-with-client.tsx';
import { texts as shared } from '../../../components/texts.ts';
import { Dialog } from '../../../components/ui/dialog.tsx';
import type { DecisionKind } from '../../../gql/graphql.ts';
import type { ApprovalRow } from '../queries.ts';
import classes from './bulk-bar.module.css';
import { bulkTexts } from './bulk-texts.ts';
import type { Selection } from './use-selection.ts';

const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }));

const icons = { APPROVED: IconCheck, CHANGES_REQUESTED: IconMessage2, REJECTED: IconX } as const;
const kinds = ['APPROVED', 'CHANGES_REQUESTED', 'REJECTED'] as const satisfies DecisionKind[];

/** Decisions on several: confirmed once, then each with its own result. */
export const BulkBar = memo(function BulkBar({ selection }: { selection: Selection }) {
  const [asked, setAsked] = useState<{ decision: DecisionKind; rows: ApprovalRow[] } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const count = selection.rows.size;
  return (
    <>
      {count > 0 && (
        <section className={classes.bar} aria-label={bulkTexts.bar}>
          <p className={classes.count} aria-live="polite">
            {bulkTexts.selected({ count })}
          </p>
          <div className={classes.buttons}>
            {kinds.map((decision) => {
              const Icon = icons[decision];
              return (
                <Button
                  key={decision}
                  size="xs"
                  variant={decision === 'APPROVED' ? 'filled' : 'default'}
                  leftSection={<Icon size={14} aria-hidden />}
                  aria-haspopup="dialog"
                  onClick={() => setAsked({ decision, rows: [...selection.rows.values()] })}
                >
                  {bulkTexts.verbs[decision]}
                </Button>
              );
            })}
            <ShareWithClient draftIds={[...selection.rows.values()].map(({ draft }) => draft.id)} onShared={selection.clear} />
            {selection.selectShown && (
              <Button size="xs" variant="subtle" onClick={selection.selectShown}>
                {bulkTexts.all}
              </Button>
            )}
            <Button size="xs" variant="subtle" onClick={selection.clear}>
              {bulkTexts.clear}
            </Button>
          </div>
        </section>
      )}
      <Dialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={asked && bulkTexts.ask[asked.decision]({ count: asked.rows.length })}
        closeButtonProps={{ 'aria-label': shared.close }}
        withCloseButton={!isBusy}
        closeOnEscape={!isBusy}
        closeOnClickOutside={!isBusy}
      >
        {asked && (
          <Suspense>
            <BulkDialog {...asked} onDone={selection.clear} onClose={() => setAsked(null)} onBusy={setBusy} />
          </Suspense>
        )}
      </Dialog>
    </>
  );
});
