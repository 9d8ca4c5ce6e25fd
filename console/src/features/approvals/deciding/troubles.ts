import { isWarning } from '../../../components/gates/gate-status.ts';
import { isWordsOnly } from '../../../components/posts/words-only.ts';
import type { ApprovalViewFragment, GateViewFragment } from '../../../gql/graphql.ts';
import { texts } from '../texts.ts';

type Payload = ApprovalViewFragment['payloads'][number];

/** A target that cannot be published at present. */
export interface LostTarget {
  /** The server's name of a removable target: the connection, or the platform without one. */
  target: string;
  name: string;
  platform: Payload['platform'];
  hasAccount: boolean;
}

/** A violation, listed once for all affected platforms. */
export interface Misfit {
  message: string;
  remedy: string;
  platforms: Payload['platform'][];
}

/** Problems to see before a decision, the most serious first. */
export interface Troubles {
  /** Of the gate of connections; null where it passes. */
  connection: GateViewFragment | null;
  lost: LostTarget[];
  /** The rest can continue without the lost ones. */
  canLeaveOut: boolean;
  misfits: Misfit[];
  /** Posts that omit content that readers may need. */
  shortened: Payload['platform'][];
  /** The other conditions that are not met, in their order. */
  gates: GateViewFragment[];
}

/** Gates with rows of their own, or without a remedy for the approver. */
const ELSEWHERE: readonly GateViewFragment['gate'][] = ['APPROVAL', 'CONNECTION', 'PAYLOAD', 'SAFETY'];

type Judged = Pick<ApprovalViewFragment, 'payloads' | 'gates'>;

export function troublesOf({ payloads, gates }: Judged): Troubles {
  const connection = gates.find((gate) => gate.gate === 'CONNECTION' && (gate.status !== 'PASS' || isWarning(gate))) ?? null;
  const lost = connection ? payloads.flatMap(lostOf) : [];
  return {
    connection,
    lost,
    canLeaveOut: lost.length > 0 && lost.length < payloads.length,
    misfits: misfitsOf(payloads),
    shortened: shortenedOf(payloads),
    gates: gates.filter(({ gate, status }) => status === 'BLOCK' && !ELSEWHERE.includes(gate)),
  };
}

export function hasTroubles({ connection, misfits, shortened, gates }: Troubles): boolean {
  return connection !== null || misfits.length + shortened.length + gates.length > 0;
}

function lostOf({ platform, connection }: Payload): LostTarget[] {
  if (connection?.health === 'HEALTHY' && !isWordsOnly(platform)) return [];
  if (!connection || isWordsOnly(platform)) return [{ target: platform.id, name: platform.label, platform, hasAccount: false }];
  return [
    {
      target: connection.id,
      name: texts.lookHere.account({ handle: connection.handle, label: platform.label }),
      platform,
      hasAccount: true,
    },
  ];
}

function misfitsOf(payloads: readonly Payload[]): Misfit[] {
  const all = payloads.flatMap(({ platform, violations }) => violations.map((violation) => ({ ...violation, platform })));
  return [...Map.groupBy(all, ({ message }) => message)].map(([message, own]) => ({
    message,
    remedy: own[0]?.remedy ?? '',
    platforms: [...new Map(own.map(({ platform }) => [platform.id, platform])).values()],
  }));
}

/** Other omissions, such as the frame of a page, are shown only on their card. */
function shortenedOf(payloads: readonly Payload[]): Troubles['shortened'] {
  return payloads.filter(({ preview }) => preview.omissions.some(({ isEssential }) => isEssential)).map(({ platform }) => platform);
}
