import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { metrics as known, type Metric, texts } from '../../components/figure-texts.ts';
import { PlatformMark } from '../../components/posts/platform-mark.tsx';
import { listed } from '../../components/texts.ts';
import { Moment } from '../../components/ui/moment.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { number } from '../../lib/language.ts';
import { listAddress } from '../../lib/list-address.ts';
import classes from './overview.module.css';
import { howPostsDidQuery, type NetworkFigures, type OverviewWorkspace } from './queries.ts';

type Connections = readonly Pick<OverviewWorkspace['connections'][number], 'platform'>[];

/** What networks reported of the posts of the last 30 days; nothing before the answer, or where there are no figures. */
export function HowPostsDid({ workspace: { id, connections } }: { workspace: OverviewWorkspace }) {
  const { data = [] } = useQuery(howPostsDidQuery(id));
  return <NetworkPanel workspaceId={id} networks={data} connections={connections} />;
}

/** One row for each network. A figure that a network does not report is left out of its row: it is not 0. */
export function NetworkPanel({
  workspaceId,
  networks,
  connections,
}: {
  workspaceId: string;
  networks: NetworkFigures;
  connections: Connections;
}) {
  if (networks.length === 0) return null;
  const sorted = networks.toSorted((one, other) => other.posts - one.posts);
  const metrics = known.filter((metric) => sorted.some(({ figures }) => figures[metric] !== null));
  const labels = new Map(connections.map(({ platform }) => [platform.id, platform.label]));
  const without = [...labels].filter(([id]) => !sorted.some(({ platform }) => platform === id)).map(([, label]) => label);
  const newest = sorted.map(({ readAt }) => readAt).reduce((one, other) => (Date.parse(one) > Date.parse(other) ? one : other));
  const markOf = (platform: string) => <PlatformMark id={platform} {...(labels.has(platform) && { label: labels.get(platform) ?? '' })} />;
  return (
    <Panel
      title={texts.title}
      side={
        <a href={listAddress(workspaceId, 'metrics')} download>
          {texts.download}
        </a>
      }
      isFlush
    >
      <ul className={classes.items} aria-hidden>
        {sorted.map(({ platform, posts, figures }) => (
          <li key={platform} className={classes.network}>
            <div>
              {markOf(platform)}
              <p className={classes.line}>{texts.posts({ count: posts })}</p>
            </div>
            <div className={classes.reported}>
              {metrics.map((metric) => (
                <Measure key={metric} metric={metric} value={figures[metric]} all={sorted.map((each) => each.figures[metric])} />
              ))}
            </div>
          </li>
        ))}
      </ul>
      <VisuallyHidden component="div">
        <table>
          <thead>
            <tr>
              {[texts.network, texts.count, ...metrics.map((metric) => texts.names[metric])].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ platform, posts, figures }) => (
              <tr key={platform}>
                <th scope="row">{markOf(platform)}</th>
                <td>{number(posts)}</td>
                {metrics.map((metric) => (
                  <td key={metric}>{wordsOf(figures[metric])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
      <p className={classes.quiet}>
        {texts.reported} <Moment at={newest} />
        {without.length > 0 && <> · {texts.none({ names: listed(without) })}</>}
      </p>
    </Panel>
  );
}

/** A figure, with a bar that compares networks where several report it. */
function Measure({ metric, value, all }: { metric: Metric; value: number | null; all: readonly (number | null)[] }) {
  if (value === null) return null;
  const reported = all.filter((each) => each !== null);
  return (
    <div>
      <span className={classes.line}>{texts.names[metric]}</span>
      <b>{number(value)}</b>
      {reported.length > 1 && (
        <div className={classes.measure}>
          <span style={{ width: `${(value / Math.max(1, ...reported)) * 100}%` }} />
        </div>
      )}
    </div>
  );
}

const wordsOf = (value: number | null): string => (value === null ? texts.missing : number(value));
