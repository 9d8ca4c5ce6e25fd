import { PlatformMark } from '../../components/platform-mark.tsx';
import type { ConnectPlatformFragment } from '../../gql/graphql.ts';
import classes from './connections.module.css';
import { texts } from './texts.ts';

interface Props {
  platforms: ConnectPlatformFragment[];
  chosenId: string | null;
  onChoose: (id: string) => void;
}

/** What can be connected at once, and what the operator has to register first; the others by name. */
export function PlatformPicker({ platforms, chosenId, onChoose }: Props) {
  const ready = platforms.filter(({ publishing }) => publishing === 'ready');
  const others = platforms.filter(({ publishing }) => publishing !== 'ready');
  const awaiting = ready.filter(needsOperator);
  return (
    <>
      <Tiles platforms={ready.filter((platform) => !needsOperator(platform))} chosenId={chosenId} onChoose={onChoose} />
      {awaiting.length > 0 && (
        <>
          <h3 className={classes.group}>{texts.operatorFirst}</h3>
          <Tiles platforms={awaiting} chosenId={chosenId} onChoose={onChoose} />
        </>
      )}
      {others.length > 0 && <p className={classes.dim}>{texts.wordsOnly(others.map(({ label }) => label))}</p>}
    </>
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

function howOf(platform: ConnectPlatformFragment): string {
  if (platform.id === 'sandbox') return texts.how.sandbox;
  if (needsOperator(platform)) return texts.how.later;
  return platform.signIn && !platform.signIn.missing ? texts.how.signIn : texts.how.fields;
}
