import { PlatformMark } from '../../components/platform-mark.tsx';
import type { ConnectPlatformFragment } from '../../gql/graphql.ts';
import classes from './connections.module.css';
import { texts } from './texts.ts';

interface Props {
  platforms: ConnectPlatformFragment[];
  chosenId: string | null;
  onChoose: (id: string) => void;
}

/** Every platform that can be published to, with how that was proved; the others by name. */
export function PlatformPicker({ platforms, chosenId, onChoose }: Props) {
  const ready = platforms.filter(({ publishing }) => publishing === 'ready');
  const others = platforms.filter(({ publishing }) => publishing !== 'ready');
  return (
    <>
      <ul className={classes.tiles}>
        {ready.map(({ id, label, provenBy }) => (
          <li key={id}>
            <button type="button" className={classes.tile} aria-pressed={id === chosenId} onClick={() => onChoose(id)}>
              <PlatformMark id={id} label={label} />
              <span className={classes.proof}>{texts.proof[provenBy] ?? provenBy}</span>
            </button>
          </li>
        ))}
      </ul>
      {others.length > 0 && <p className={classes.dim}>{texts.wordsOnly(others.map(({ label }) => label))}</p>}
    </>
  );
}
