import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { WordsCheckViewFragment } from '../../../gql/graphql.ts';
import { texts as separators } from '../../../lib/texts.ts';
import { platformsQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import classes from './mentions.module.css';
import { type NameOutcome, nameOutcomes } from './mentions.ts';
import type { DraftForm, WordsDraft } from './use-draft-form.ts';
import type { WordsChecks } from './use-words-check.ts';

interface Props {
  form: DraftForm;
  checks: readonly WordsCheckViewFragment[];
  readWords: WordsChecks['readWords'];
}

/** What the names and the link in the words become on each network, as their payloads will have it. */
export function References({ form, checks, readWords }: Props) {
  const platforms = useQuery(platformsQuery);
  const networkOf = (id: string) => platforms.data?.find((platform) => platform.id === id) ?? { label: id, isFederated: false };
  const labelOf = (id: string): string => networkOf(id).label;
  const names = nameOutcomes(checks, networkOf);
  return (
    <>
      {names.length > 0 && (
        <ul className={classes.references} aria-label={texts.mentions.title}>
          {names.map((outcome) => (
            <Name key={outcome.name} outcome={outcome} />
          ))}
        </ul>
      )}
      <CardOfLink form={form} checks={checks} readWords={readWords} labelOf={labelOf} />
    </>
  );
}

const words = texts.mentions;
const list = (networks: readonly string[]): string => networks.join(separators.comma);

function Name({ outcome: { name, mentioned, local, plain, others } }: { outcome: NameOutcome }) {
  const outcomes = [
    ...(mentioned.length > 0 ? [words.on({ networks: list(mentioned) })] : []),
    ...others.map(({ network, name: other }) => words.other({ network, name: other })),
    ...(local.length > 0 ? [words.local({ networks: list(local) })] : []),
    ...(plain.length > 0 ? [words.plain({ networks: list(plain) })] : []),
  ];
  return (
    <li className={classes.name}>
      <b>
        <bdi>{name}</bdi>
      </b>{' '}
      <span className={classes.outcome}>{outcomes.join(' · ')}</span>
    </li>
  );
}

const NO_CARD = 'no_link_card';

interface CardProps extends Props {
  labelOf: (id: string) => string;
}

/** The card of the link: which networks get it with the post, which make their own, and where it is left out. */
function CardOfLink({ form, checks, readWords, labelOf }: CardProps) {
  const platforms = useQuery(platformsQuery);
  const carded = checks.flatMap(({ platform, preview: { linkCard } }) => (linkCard ? [{ platform, linkCard }] : []));
  const sent = carded.filter(({ linkCard }) => !linkCard.isMadeByNetwork);
  const made = carded.filter(({ linkCard }) => linkCard.isMadeByNetwork).map(({ platform }) => labelOf(platform));
  const mayLeaveOut = (id: string): boolean =>
    platforms.data?.find((platform) => platform.id === id)?.settings.some(({ name }) => name === NO_CARD) ?? false;
  const leftOut = checks.filter(({ platform }) => ownOf(form, platform)?.settings[NO_CARD] === true);
  if (carded.length === 0 && leftOut.length === 0) return null;
  const set = async (platform: string, isLeftOut: boolean): Promise<void> => {
    const own = await readWords(platform);
    const changed = { ...own, settings: { ...own.settings, [NO_CARD]: isLeftOut } };
    form.setFieldValue('words', (before) => [...before.filter((each) => each.platform !== platform), changed]);
  };
  const [first] = sent;
  return (
    <section className={classes.references} aria-label={texts.linkCard.title}>
      {first && (
        <div className={classes.card}>
          {first.linkCard.image && <img className={classes.thumb} src={first.linkCard.image.url} alt="" />}
          <div className={classes.page} dir="auto">
            <b>{first.linkCard.title}</b>
            <span>{first.linkCard.siteName ?? URL.parse(first.linkCard.url)?.host}</span>
          </div>
        </div>
      )}
      {first?.linkCard.missing && <p className={classes.outcome}>{first.linkCard.missing}</p>}
      {sent.length > 0 && (
        <p className={classes.cardHow}>
          <span>{texts.linkCard.sent({ networks: list(sent.map(({ platform }) => labelOf(platform))) })}</span>
          {checks
            .filter(({ platform }) => sent.some((each) => each.platform === platform) && mayLeaveOut(platform))
            .map(({ platform }) => (
              <Button key={platform} variant="subtle" size="compact-xs" onClick={() => set(platform, true)}>
                {texts.linkCard.leaveOut({ network: labelOf(platform) })}
              </Button>
            ))}
        </p>
      )}
      {leftOut.map(({ platform }) => (
        <p key={platform} className={classes.cardHow}>
          <span>{texts.linkCard.leftOut({ network: labelOf(platform) })}</span>
          <Button variant="subtle" size="compact-xs" onClick={() => set(platform, false)}>
            {texts.linkCard.putBack}
          </Button>
        </p>
      ))}
      {made.length > 0 && <p className={classes.outcome}>{texts.linkCard.made({ networks: list(made) })}</p>}
    </section>
  );
}

const ownOf = (form: DraftForm, id: string): WordsDraft | undefined => form.values.words.find(({ platform }) => platform === id);
