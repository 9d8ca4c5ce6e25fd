import { Button } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useWorkspace } from '../../lib/viewer.ts';
import { IdentityProvider } from '../identity/identity-provider.tsx';
import { texts } from '../texts.ts';
import { Dialog } from '../ui/dialog.tsx';

const ShareForm = lazy(async () => ({ default: (await import('./share-form.tsx')).ShareForm }));

/** For owners: shares submitted posts with a person without an account. */
export function ShareWithClient({ draftIds, onShared }: { draftIds: readonly string[]; onShared?: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { id, viewerCan } = useWorkspace();
  if (!viewerCan.manageSettings || draftIds.length === 0) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconShare2 size={14} aria-hidden />}
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
      >
        {texts.share.shareMany({ count: draftIds.length })}
      </Button>
      <Dialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={texts.share.title({ count: draftIds.length })}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <IdentityProvider>
          <Suspense>
            <ShareForm workspaceId={id} draftIds={draftIds} onShared={onShared} onClose={() => setOpen(false)} />
          </Suspense>
        </IdentityProvider>
      </Dialog>
    </>
  );
}
