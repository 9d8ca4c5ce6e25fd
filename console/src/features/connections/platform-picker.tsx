import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PlatformMark } from '../../components/posts/platform-mark.tsx';
import type { ConnectPlatformFragment } from '../../gql/graphql.ts';
import { texts as separators } from '../../lib/texts.ts';
import { useViewer } from '../../lib/viewer.ts';
import classes from './connections.module.css';
import { secretLabel } from './secret-pages.ts';
import { texts } from './texts.ts';

interface Props {
  platforms: ConnectPlatformFragment[];
  chosenId: string | null;
  onChoose: (id: string) => void;
}

/** What can be connected now, next to what the operator must register first; the others by name. */
export function PlatformPicker({ platforms, chosenId, onChoose }: Props) {
  const { isOperator } = useViewer();
  const ready = platforms.filter(({ publishing }) => publishing === 'ready');
  const others = platforms.filter(({ publishing }) => publishing !== 'ready');
  const awaiting = ready.filter(needsOperator);
  return (
    <div className={classes.groups}>
      <section aria-label={texts.ready}>
        <h2 className={classes.heading}>{texts.ready}</h2>
        <Tiles platforms={ready.filter((platform) => !needsOperator(platform))} chosenId={chosenId} onChoose={onChoose} />
      </section>
      {awaiting.length > 0 && (
        <section aria-label={isOperator ? texts.youFirst : texts.operatorFirst}>
          <h2 className={classes.heading}>{isOperator ? texts.youFirst : texts.operatorFirst}</h2>
          <Tiles platforms={awaiting} chosenId={chosenId} onChoose={onChoose} />
          {isOperator && (
            <p className={classes.way}>
              <Link to="/operator" hash="networks">
                {texts.toNetworks}
                <IconArrowRight size={14} aria-hidden />
              </Link>
            </p>
          )}
        </section>
      )}
      {others.length > 0 && (
        <p className={classes.dim}>{texts.wordsOnly({ labels: others.map(({ label }) => label).join(separators.comma) })}</p>
      )}
    </div>
  );
}

/** Its only way in is a sign-in that is not registered here. */
function needsOperator({ signIn, connectFields }: ConnectPlatformFragment): boolean {
  return connectFields.length === 0 && Boolean(signIn?.missing);
}

function Tiles({ platforms, chosenId, onChoose }: Props) {
  return (
    <ul className={classes.tiles}>
      {platforms.map((platform) => (
        <li key={platform.id}>
          <button type="button" className={classes.tile} aria-pressed={platform.id === chosenId} onClick={() => onChoose(platform.id)}>
            <PlatformMark id={platform.id} label={platform.label} />
            <span className={classes.how}>{howOf(platform)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What connecting it requires. */
function howOf(platform: ConnectPlatformFragment): string {
  if (platform.id === 'sandbox') return texts.how.sandbox;
  if (needsOperator(platform)) return texts.how.later;
  if (platform.signIn && !platform.signIn.missing) return texts.how.signIn;
  return texts.how.fields({ label: secretLabel(platform) });
}
