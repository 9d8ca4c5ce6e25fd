import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../lib/viewer.ts';
import { texts } from './texts.ts';

/** Opens the composer; nothing for those who may not write. */
export function WriteDraft() {
  if (!useWorkspace().viewerCan.createDraft) return null;
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/drafts" search={{ isWriting: true }} {...props} />}>
      {texts.writeDraft}
    </Button>
  );
}
