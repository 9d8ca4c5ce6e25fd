import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { PlatformMark } from '../../components/platform-mark.tsx';
import type { CaptionViewFragment } from '../../gql/graphql.ts';
import { CaptionEditor } from './caption-editor.tsx';
import classes from './draft.module.css';
import type { DraftView } from './queries.ts';
import { texts } from './texts.ts';

/** The words for each platform; one at a time can be rewritten by a person. */
export function CaptionList({ draft }: { draft: DraftView }) {
  const [editing, setEditing] = useState<string | null>(null);
  return (
    <ul className={classes.captions}>
      {draft.captions.map((caption) => (
        <li key={caption.platform}>
          {editing === caption.platform ? (
            <CaptionEditor draft={draft} caption={caption} onClose={() => setEditing(null)} />
          ) : (
            <CaptionWords caption={caption} onEdit={draft.viewerCan.edit ? () => setEditing(caption.platform) : null} />
          )}
        </li>
      ))}
    </ul>
  );
}

function CaptionWords({ caption, onEdit }: { caption: CaptionViewFragment; onEdit: (() => void) | null }) {
  return (
    <>
      <div className={classes.captionHead}>
        <span className={classes.line}>
          <PlatformMark id={caption.platform} />
          <span>{texts.origins[caption.origin]}</span>
        </span>
        {onEdit && (
          <Button variant="default" size="xs" onClick={onEdit} leftSection={<IconPencil size={14} aria-hidden />}>
            {texts.edit}
          </Button>
        )}
      </div>
      {[caption.text, ...caption.thread]
        .map((text, index) => ({ text, index }))
        .map((post) => (
          <p key={post.index} className={classes.captionText} dir="auto">
            {post.text}
          </p>
        ))}
      {caption.tags.length > 0 && <p className={classes.tags}>{`${texts.tags}: ${caption.tags.join(', ')}`}</p>}
    </>
  );
}
