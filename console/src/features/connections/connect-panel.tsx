import { Button, CloseButton } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { ConnectSandbox } from '../../components/connect-sandbox.tsx';
import { guideOf } from '../../components/network-guide-texts.ts';
import { Panel } from '../../components/ui/panel.tsx';
import type { ApprovedPosts, ConnectPlatformFragment } from '../../gql/graphql.ts';
import { useViewer } from '../../lib/viewer.ts';
import { ApprovedPostsChoice } from './approved-posts-choice.tsx';
import classes from './connections.module.css';
import { Guide } from './guide.tsx';
import { SecretForm } from './secret-form.tsx';
import { secretLabel, secretPageOf } from './secret-pages.ts';
import { SignInForm } from './sign-in-form.tsx';
import { texts } from './texts.ts';

interface Props {
  platform: ConnectPlatformFragment;
  /** The connection to renew. */
  again: { id: string; handle: string } | null;
  hasSandbox: boolean;
  onClose: () => void;
}

/** The ways to connect a platform: its own sign-in if it has one, and fields to fill in. */
export function ConnectPanel({ platform, again, hasSandbox, onClose }: Props) {
  const { signIn, connectFields } = platform;
  const { isOperator } = useViewer();
  const [wantsFields, setWantsFields] = useState(Boolean(signIn?.missing) && connectFields.length > 0);
  const [approvedPosts, setApprovedPosts] = useState<ApprovedPosts>('KEEP');
  const hasBoth = signIn !== null && connectFields.length > 0;
  const showsFields = connectFields.length > 0 && (!hasBoth || wantsFields);
  const title = again ? texts.reconnectTitle({ handle: again.handle, label: platform.label }) : platform.label;
  const secretPage = showsFields ? secretPageOf(platform.id) : null;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone it is below all tiles.
    panel.current?.focus();
    void panel.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const as = { connectionId: again?.id ?? null, approvedPosts };
  return (
    <aside ref={panel} tabIndex={-1} className={classes.panel} aria-label={title}>
      <Panel title={title} side={<CloseButton aria-label={texts.closePanel} onClick={onClose} />}>
        <div className={classes.ways}>
          <p className={classes.dim}>{aboutOf(platform, again !== null, isOperator)}</p>
          {!(signIn?.missing && !isOperator) && <Guide platformId={platform.id} />}
          <ApprovedPostsChoice platformId={platform.id} value={approvedPosts} onChange={setApprovedPosts} />
          {platform.id === 'sandbox' && <ConnectSandbox isAnother={hasSandbox} approvedPosts={approvedPosts} />}
          {signIn && !wantsFields && <SignInForm platform={platform} {...as} />}
          {secretPage && (
            <a href={secretPage} target="_blank" rel="noreferrer" className={classes.secretPage}>
              {texts.secretPage({ label: platform.label, secret: secretLabel(platform) })}
              <IconExternalLink size={14} aria-hidden />
            </a>
          )}
          {showsFields && <SecretForm platform={platform} {...as} onConnected={onClose} />}
          {hasBoth && (
            <Button variant="subtle" size="compact-sm" w="fit-content" onClick={() => setWantsFields(!wantsFields)}>
              {wantsFields ? texts.signInInstead({ label: platform.label }) : texts.enterInstead}
            </Button>
          )}
        </div>
      </Panel>
    </aside>
  );
}

/** Whether images are supported, what the network reviews, and the effect of reconnecting; settings are shown to operators. */
function aboutOf({ id, label, sendsImages, imageObstacle }: ConnectPlatformFragment, isAgain: boolean, isOperator: boolean): string {
  if (id === 'sandbox') return texts.sandboxWhat;
  const obstacle =
    imageObstacle !== null && (isOperator ? texts.picturesNotYetWhy({ why: imageObstacle }) : texts.picturesNotYet({ label }));
  return [sendsImages ? texts.pictures : obstacle, guideOf(id)?.review, isAgain && texts.sameAccount].filter(Boolean).join(' ');
}
