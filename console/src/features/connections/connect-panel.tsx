import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConnectSandbox } from '../../components/connect-sandbox.tsx';
import { Panel } from '../../components/panel.tsx';
import type { ConnectPlatformFragment } from '../../gql/graphql.ts';
import classes from './connections.module.css';
import { SecretForm } from './secret-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { texts } from './texts.ts';

interface Props {
  platform: ConnectPlatformFragment;
  /** The connection that is to be let in again. */
  again: { id: string; handle: string } | null;
  hasSandbox: boolean;
  onClose: () => void;
}

/** The ways into one platform: its own sign-in where it has one, and what can be entered here. */
export function ConnectPanel({ platform, again, hasSandbox, onClose }: Props) {
  const { signIn, connectFields } = platform;
  const [wantsFields, setWantsFields] = useState(false);
  const hasBoth = signIn !== null && connectFields.length > 0;
  const showsFields = connectFields.length > 0 && (!hasBoth || wantsFields);
  return (
    <Panel title={again ? texts.reconnectTitle(again.handle, platform.label) : platform.label}>
      <div className={classes.ways}>
        <p className={classes.dim}>{aboutOf(platform, again !== null)}</p>
        {platform.id === 'sandbox' && <ConnectSandbox isAnother={hasSandbox} />}
        {signIn && !wantsFields && <SignInForm platform={platform} connectionId={again?.id ?? null} />}
        {showsFields && <SecretForm platform={platform} connectionId={again?.id ?? null} onConnected={onClose} />}
        {hasBoth && (
          <Button variant="subtle" size="compact-sm" w="fit-content" onClick={() => setWantsFields(!wantsFields)}>
            {wantsFields ? texts.signInInstead(platform.label) : texts.enterInstead}
          </Button>
        )}
      </div>
    </Panel>
  );
}

/** How publishing there was proved, whether pictures go along, and what reconnecting is about. */
function aboutOf({ id, provenBy, sendsImages, imageObstacle }: ConnectPlatformFragment, isAgain: boolean): string {
  if (id === 'sandbox') return texts.sandboxWhat;
  const pictures = sendsImages ? texts.pictures : imageObstacle !== null && texts.picturesNotYet(imageObstacle);
  return [texts.provenBy[provenBy] ?? provenBy, pictures, isAgain && texts.sameAccount].filter(Boolean).join(' ');
}
