import { Box } from '@mantine/core';
import { PlatformMark } from '../../components/posts/platform-mark.tsx';
import { Command } from '../../components/ui/command.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { Status } from '../../components/ui/status.tsx';
import type { OperatorNetworkViewFragment } from '../../gql/graphql.ts';
import { NetworkGuide } from './network-guide.tsx';
import classes from './operator.module.css';
import { texts } from './texts.ts';

/** Networks that need a registration: their status, and what to enter where. */
export function Networks({ networks }: { networks: readonly OperatorNetworkViewFragment[] }) {
  const [address] = networks.map(({ returnAddress }) => returnAddress);
  return (
    <Panel title={texts.networks.title} isFlush>
      <div className={classes.why}>
        <p>{texts.networks.why}</p>
        {address && <Command text={address} label={texts.networks.returnAddress} />}
      </div>
      <Box component="section" className={classes.wide} tabIndex={0} aria-label={texts.networks.table}>
        <table className={`${classes.table} ${classes.stacked}`}>
          <thead>
            <tr>
              {texts.networks.columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {networks.map(({ id, label, isRegistered, settings }) => (
              <tr key={id}>
                <th scope="row">
                  <PlatformMark id={id} label={label} />
                </th>
                <td>
                  <Status
                    state={
                      isRegistered ? { tone: 'good', word: texts.networks.states.yes } : { tone: 'quiet', word: texts.networks.states.no }
                    }
                  />
                </td>
                <td>
                  {settings.map((setting) => (
                    <code key={setting}>{setting}</code>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
      {networks.map((network) => (
        <NetworkGuide key={network.id} network={network} />
      ))}
    </Panel>
  );
}
