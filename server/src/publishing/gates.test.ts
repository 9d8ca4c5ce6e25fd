import { describe, expect, it } from 'vitest';
import { type GateName, type GateStatus, gateInEnglish } from './gates/gate.ts';
import type { AuthorSnapshot, GateSnapshot, TargetSnapshot } from './gates/gate-snapshot.ts';
import { evaluateGates, forecastOf, GATE_NAMES } from './gates.ts';
import { readinessFrom } from './jobs/readiness.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

const TARGET: TargetSnapshot = {
  platform: 'bluesky',
  platformLabel: 'Bluesky',
  isKnown: true,
  isPublishable: true,
  connection: { id: 'con_1', handle: 'harbour.test', health: 'healthy', isDisconnected: false },
  violations: [],
  hasNewRules: false,
  hasLink: false,
};

const AGENT: Extract<AuthorSnapshot, { kind: 'agent' }> = {
  kind: 'agent',
  grantId: 'grt_1',
  agentName: 'Herald',
  grantState: 'active',
  isPaused: false,
  scopes: ['jobs:write'],
  isSandboxOnly: false,
  jobsPerDay: null,
  jobsBefore: 0,
  creditsPerMonth: null,
  creditsThisMonth: 0,
};

const UNSIGNED = { needsSignature: false, signaturesGiven: 0, stage: null, hold: null };
const APPROVED = { state: 'approved', isExpired: false, contentHash: 'h1', approvalsRequired: 1, approvalsGiven: 1, ...UNSIGNED } as const;

/** A snapshot in which every gate passes. */
const OPEN: GateSnapshot = {
  now: NOW,
  unsignedSteps: [],
  serviceStop: null,
  accountState: 'approved',
  mode: 'approval',
  workspaceAllowsAuto: false,
  isWorkspacePaused: false,
  isWorkspaceArchived: false,
  author: AGENT,
  coAuthors: [],
  isRefusedElsewhere: false,
  end: null,
  approval: APPROVED,
  contentHash: 'h1',
  sendingHash: 'h1',
  targets: [TARGET],
  findings: [],
  credits: { unit: 'publication', required: 1, posts: [], available: 70, budget: null },
  scheduledAt: null,
  timeZone: 'UTC',
  quietHours: [],
};

function gateOf(name: GateName, changes: Partial<GateSnapshot>) {
  const gate = evaluateGates({ ...OPEN, ...changes }).find((entry) => entry.gate === name);
  if (!gate) throw new Error(`There is no gate ${name}.`);
  return gateInEnglish(gate);
}

/** Every combination of the values of each key. */
function combine<T extends Record<string, readonly unknown[]>>(values: T): { [K in keyof T]: T[K][number] }[] {
  return Object.entries(values).reduce<Record<string, unknown>[]>(
    (rows, [key, options]) => rows.flatMap((row) => options.map((option) => ({ ...row, [key]: option }))),
    [{}],
  ) as { [K in keyof T]: T[K][number] }[];
}

const SANDBOX: TargetSnapshot = { ...TARGET, platform: 'sandbox', platformLabel: 'Sandbox' };

it('lists all nine gates in one order, whatever the snapshot', () => {
  expect(GATE_NAMES).toEqual(['launch', 'account', 'permission', 'approval', 'connection', 'payload', 'safety', 'credits', 'schedule']);
  expect(evaluateGates(OPEN).map(({ gate, status }) => [gate, status])).toEqual(GATE_NAMES.map((name) => [name, 'pass']));
});

describe('launch', () => {
  const rows = combine({
    unsigned: [[], ['terms_published'], ['terms_published', 'live_publishing']],
    targets: [[SANDBOX], [TARGET], [SANDBOX, TARGET], []],
  });
  it.each(rows)('with %j unsigned', ({ unsigned, targets }) => {
    const isSandboxOnly = targets.length > 0 && targets.every(({ platform }) => platform === 'sandbox');
    const code = unsigned.length === 0 ? 'launched' : isSandboxOnly ? 'sandbox_only' : 'not_launched';
    const gate = gateOf('launch', { unsignedSteps: unsigned, targets });
    expect([gate.code, gate.status]).toEqual([code, code === 'not_launched' ? 'block' : 'pass']);
    if (code === 'not_launched') expect(gate.target).toBe('terms_published');
  });
});

it('waits while the operator has stopped the service, for the sandbox too, with the reason', () => {
  const stopped = { serviceStop: { reason: 'Bluesky is being looked into.' }, unsignedSteps: ['terms_published'] };
  for (const targets of [[SANDBOX], [TARGET]]) {
    const gate = gateOf('launch', { ...stopped, targets });
    expect([gate.status, gate.code, gate.message]).toEqual([
      'wait',
      'service_stopped',
      'The operator has stopped publishing for the whole service: Bluesky is being looked into.',
    ]);
  }
});

it('waits after a restore, whether the operator has stopped the service too or not, until that is released', () => {
  const held = { serviceStop: { reason: null, backupAt: new Date('2026-11-21T09:30:00Z') } };
  for (const targets of [[SANDBOX], [TARGET]]) {
    const gate = gateOf('launch', { ...held, targets });
    expect([gate.status, gate.code]).toEqual(['wait', 'service_restored']);
    expect(gate.message).toContain('2026-11-21 09:30 UTC');
  }
});

it('waits while an owner has paused the workspace, for any author, unless the grant has ended', () => {
  const paused = { isWorkspacePaused: true };
  expect(gateOf('permission', paused)).toMatchObject({ status: 'wait', code: 'workspace_paused' });
  expect(gateOf('permission', { ...paused, author: { kind: 'person', role: 'owner' } }).code).toBe('workspace_paused');
  expect(gateOf('permission', { ...paused, isWorkspaceArchived: true })).toMatchObject({ status: 'wait', code: 'workspace_archived' });
  expect(gateOf('permission', { ...paused, author: { ...AGENT, grantState: 'revoked' } }).code).toBe('grant_revoked');
});

it.each([
  ['approved', 'pass', 'account_approved'],
  ['pending', 'wait', 'account_pending'],
  ['suspended', 'block', 'account_suspended'],
] as const)('account: %s', (accountState, status, code) => {
  expect(gateOf('account', { accountState })).toMatchObject({ status, code });
});

describe('permission', () => {
  const rows = combine({
    grantState: ['active', 'pending', 'revoked', 'expired'] as const,
    isPaused: [true, false],
    scopes: [['jobs:write'], ['publish:auto'], ['jobs:write', 'publish:auto'], []] as const,
    mode: ['approval', 'auto'] as const,
    workspaceAllowsAuto: [true, false],
    isSandboxOnly: [true, false],
    target: [SANDBOX, TARGET],
    jobs: [
      { jobsPerDay: null, jobsBefore: 99 },
      { jobsPerDay: 5, jobsBefore: 4 },
      { jobsPerDay: 5, jobsBefore: 5 },
    ],
    used: [
      { creditsPerMonth: null, creditsThisMonth: 99 },
      { creditsPerMonth: 10, creditsThisMonth: 9 },
      { creditsPerMonth: 10, creditsThisMonth: 10 },
    ],
  });

  it(`names the first thing that is missing, over all ${rows.length} combinations of an agent's grant`, () => {
    for (const { grantState, isPaused, scopes, mode, workspaceAllowsAuto, isSandboxOnly, target, jobs, used } of rows) {
      const author = { ...AGENT, grantState, isPaused, scopes, isSandboxOnly, ...jobs, ...used };
      const gate = gateOf('permission', { author, mode, workspaceAllowsAuto, targets: [target] });
      const expected =
        grantState !== 'active'
          ? `grant_${grantState}`
          : isPaused
            ? 'grant_paused'
            : !(scopes as readonly string[]).includes(mode === 'auto' ? 'publish:auto' : 'jobs:write')
              ? 'scope_missing'
              : mode === 'auto' && !workspaceAllowsAuto
                ? 'auto_not_allowed'
                : isSandboxOnly && target !== SANDBOX
                  ? 'sandbox_only_grant'
                  : jobs.jobsPerDay === 5 && jobs.jobsBefore === 5
                    ? 'daily_job_limit'
                    : used.creditsPerMonth === 10 && used.creditsThisMonth === 10
                      ? 'monthly_credit_limit'
                      : 'permitted';
      const status: GateStatus =
        expected === 'permitted' ? 'pass' : ['grant_pending', 'grant_paused'].includes(expected) ? 'wait' : 'block';
      expect([gate.code, gate.status]).toEqual([expected, status]);
    }
  });

  it('blocks without an author who is still active', () => {
    expect(gateOf('permission', { author: { kind: 'gone' } })).toMatchObject({ status: 'block', code: 'author_gone' });
  });

  it.each(combine({ role: ['owner', 'approver', 'viewer', null] as const, mode: ['approval', 'auto'] as const }))(
    'a person, %j',
    ({ role, mode }) => {
      const expected = mode === 'auto' ? 'approval_required' : role === 'owner' || role === 'approver' ? 'permitted' : 'role_missing';
      expect(gateOf('permission', { author: { kind: 'person', role }, mode }).code).toBe(expected);
    },
  );
});

describe('approval', () => {
  const rows = combine({
    state: ['pending', 'approved', 'rejected', 'changes_requested', 'expired', 'superseded', null] as const,
    isExpired: [true, false],
    hashes: [
      ['h1', 'h1', 'h1'],
      ['h1', 'h2', 'h1'],
      ['h2', 'h1', 'h1'],
      ['h1', 'h1', 'h2'],
      ['h1', null, 'h1'],
    ] as const,
    mode: ['approval', 'auto'] as const,
  });

  it(`passes only for exactly the approved content, over all ${rows.length} combinations`, () => {
    let passed = 0;
    for (const { state, isExpired, hashes, mode } of rows) {
      const [approved, current, sending] = hashes;
      const approval = state && { state, isExpired, contentHash: approved, approvalsRequired: 1, approvalsGiven: 0, ...UNSIGNED };
      const gate = gateOf('approval', { approval, contentHash: current, sendingHash: sending, mode });
      const isSame = current === sending;
      if (mode === 'auto') {
        expect([gate.code, gate.status]).toEqual(isSame ? ['approval_not_required', 'pass'] : ['content_changed', 'block']);
        continue;
      }
      const closed = {
        rejected: 'rejected',
        changes_requested: 'changes_requested',
        expired: 'approval_expired',
        superseded: 'approval_superseded',
      } as const;
      const expected =
        state === null
          ? 'approval_not_requested'
          : state !== 'pending' && state !== 'approved'
            ? closed[state]
            : !isSame || approved !== current
              ? 'content_changed'
              : isExpired
                ? 'approval_expired'
                : state === 'approved'
                  ? 'approved'
                  : 'approval_pending';
      const status: GateStatus =
        expected === 'approved' ? 'pass' : ['approval_pending', 'approval_not_requested'].includes(expected) ? 'wait' : 'block';
      expect([gate.code, gate.status]).toEqual([expected, status]);
      if (gate.status === 'pass') passed += 1;
    }
    expect(passed).toBe(1);
  });

  it('waits during a hold, signed or not, and ends as it would without', () => {
    const hold = { by: 'Ada', reason: 'The storm.' };
    const codeOf = (more: object) => gateOf('approval', { approval: { ...APPROVED, hold, ...more } }).code;
    expect([{}, { isExpired: true }, { contentHash: 'h2' }].map(codeOf)).toEqual(['held', 'approval_expired', 'content_changed']);
  });

  it('passes by its signatures if they are required, whatever its state', () => {
    const approval = { ...APPROVED, approvalsRequired: 2, needsSignature: true };
    expect(gateOf('approval', { approval: { ...approval, signaturesGiven: 2 } })).toMatchObject({ status: 'pass', code: 'approved' });
    for (const signaturesGiven of [0, 1]) {
      const gate = gateOf('approval', { approval: { ...approval, signaturesGiven } });
      expect(gate).toMatchObject({ status: 'block', code: 'signature_missing', remedy: expect.stringContaining('signs it') });
    }
    const waiting = { ...approval, state: 'pending', signaturesGiven: 0 } as const;
    expect(gateOf('approval', { approval: waiting })).toMatchObject({
      code: 'approval_pending',
      remedy: expect.stringContaining('signs with a passkey'),
    });
  });

  it('says how many more people have to approve', () => {
    const approval = { ...APPROVED, state: 'pending', approvalsRequired: 3, approvalsGiven: 1 } as const;
    expect(gateOf('approval', { approval }).message).toBe('2 more people must approve this content.');
  });
});

describe('connection', () => {
  it('blocks if content is prepared but cannot be sent, connected or not', () => {
    for (const connection of [TARGET.connection, null]) {
      const gate = gateOf('connection', {
        targets: [{ ...TARGET, platform: 'vk', platformLabel: 'VK', isPublishable: false, connection }],
      });
      expect(gate).toMatchObject({ status: 'block', code: 'platform_not_publishable', target: 'vk' });
    }
  });

  const states = combine({ health: ['healthy', 'failing', 'revoked'] as const, isDisconnected: [true, false] });
  const connections = [null, ...states.map((state) => ({ id: 'con_2', handle: 'friend.test', ...state }))];
  it.each(connections.map((connection) => ({ connection })))('alone, and next to a healthy one: %j', ({ connection }) => {
    const expected =
      connection === null
        ? 'not_connected'
        : connection.isDisconnected
          ? 'disconnected'
          : connection.health === 'healthy'
            ? 'connected'
            : `connection_${connection.health}`;
    const target = { ...TARGET, connection };
    const gate = gateOf('connection', { targets: [target] });
    expect([gate.code, gate.status]).toEqual([expected, expected === 'connected' ? 'pass' : 'block']);
    if (gate.status === 'block') expect(gate.target).toBe(connection === null ? 'bluesky' : 'con_2');
    const together = gateOf('connection', { targets: [TARGET, target] });
    expect([together.code, together.status]).toEqual([expected === 'connected' ? 'connected' : 'partly_connected', 'pass']);
  });

  it('names every account whose access ends before the post is due', () => {
    const ending = (id: string) => ({ ...TARGET, connection: { ...TARGET.connection, id, handle: id, endsAt: NOW } }) as TargetSnapshot;
    const gate = gateOf('connection', { targets: [ending('con_2'), ending('con_3')], scheduledAt: NOW });
    expect(gate).toMatchObject({ target: 'con_2', message: expect.stringMatching(/con_2 .*con_3 /) });
  });

  it('blocks if the draft has no target', () => {
    expect(gateOf('connection', { targets: [] })).toMatchObject({ status: 'block', code: 'no_target' });
  });
});

describe('payload', () => {
  const fault = { message: 'The text has 400 graphemes, 300 are allowed.', remedy: 'Shorten the text by 100.' };
  const rows = combine({ isKnown: [true, false], violations: [[], [fault], [fault, fault], null] });
  it.each(rows)('alone: %j', ({ isKnown, violations }) => {
    const expected = !isKnown
      ? 'platform_unavailable'
      : violations === null
        ? 'payload_not_prepared'
        : violations.length > 0
          ? 'payload_invalid'
          : 'payload_valid';
    const gate = gateOf('payload', { targets: [{ ...TARGET, isKnown, violations }] });
    expect([gate.code, gate.status]).toEqual([
      expected,
      { payload_valid: 'pass', payload_not_prepared: 'wait' }[expected as string] ?? 'block',
    ]);
    if (expected === 'payload_invalid') expect(gate.remedy).toBe(fault.remedy);
  });

  it('reports that the platform’s limits changed since the payload was prepared', () => {
    const target = { ...TARGET, hasNewRules: true };
    expect(gateOf('payload', { targets: [target] })).toMatchObject({ status: 'pass' });
    const gate = gateOf('payload', { targets: [{ ...target, violations: [fault] }] });
    expect(gate).toMatchObject({ status: 'block', code: 'payload_outdated', target: 'bluesky' });
    expect(`${gate.message} ${gate.remedy}`).toMatch(/other limits.*submit the draft again/);
  });
});

describe('safety', () => {
  const place = { platform: 'bluesky', field: 'text', span: null } as const;
  const warn = { ...place, check: 'tag_stuffing', severity: 'warn', message: 'There are 12 tags.' } as const;
  const stop = { ...warn, check: 'leaked_credential', severity: 'block', message: 'This looks like a key.' } as const;
  it.each([
    [[], 'pass', 'safe'],
    [[warn], 'pass', 'safe_with_warnings'],
    [[warn, warn], 'pass', 'safe_with_warnings'],
    [[stop], 'block', 'leaked_credential'],
    [[warn, stop], 'block', 'leaked_credential'],
  ] as const)('with findings %j', (findings, status, code) => {
    const { remedy, ...gate } = gateOf('safety', { findings, mode: 'auto' });
    expect([gate, String(remedy).includes('submit the draft for approval')]).toMatchObject([{ status, code }, status === 'block']);
  });
});

describe('credits', () => {
  const rows = combine({ unit: ['publication', 'autoposting'] as const, required: [0, 1, 2, 3], available: [0, 1, 2, 3] });
  it.each(rows)('%j', (credits) => {
    const expected =
      credits.required === 0 ? 'credits_held' : credits.available >= credits.required ? 'credits_available' : 'insufficient_credits';
    const gate = gateOf('credits', { credits: { ...credits, posts: [], budget: null } });
    expect([gate.code, gate.status]).toEqual([expected, expected === 'insufficient_credits' ? 'block' : 'pass']);
    if (gate.status === 'block') expect(gate.target).toBe(credits.unit);
  });
});

it.each([
  [null, 'pass', 'not_scheduled'],
  [new Date(NOW.getTime() - 1), 'pass', 'due'],
  [NOW, 'pass', 'due'],
  [new Date(NOW.getTime() + 1), 'wait', 'scheduled'],
] as const)('schedule: %s', (scheduledAt, status, code) => {
  expect(gateOf('schedule', { scheduledAt })).toMatchObject({ status, code });
});

describe('quiet hours', () => {
  // NOW is a Saturday, 12:00 in UTC and 07:00 in New York.
  const quietHours: GateSnapshot['quietHours'] = [{ weekdays: [5, 6], from: '20:00', to: '08:30' }];
  const timeZone = 'America/New_York';
  const evening = new Date('2026-11-22T02:00:00Z');

  it.each([
    ['hold what is due', { scheduledAt: null }, 'quiet_hours', 'Saturday 21 November 2026, 08:30 (America/New_York)'],
    ['hold what is scheduled into them', { scheduledAt: evening }, 'scheduled_in_quiet_hours', 'Sunday 22 November 2026, 08:30'],
    [
      'say when it is scheduled',
      { scheduledAt: evening },
      'scheduled_in_quiet_hours',
      'Saturday 21 November 2026, 21:00 (America/New_York)',
    ],
  ] as const)('%s, and the sentence names the time in the zone of the workspace', (_what, changes, code, words) => {
    const gate = gateOf('schedule', { ...changes, quietHours, timeZone });
    expect(gate).toMatchObject({ status: 'wait', code });
    expect(gate.message).toContain(words);
    expect(gate.remedy).toContain('settings');
  });

  it('pass outside of their windows', () => {
    expect(gateOf('schedule', { quietHours, timeZone: 'UTC' })).toMatchObject({ status: 'pass', code: 'not_scheduled' });
  });
});

it('explains every refusal with a sentence and a remedy', () => {
  const closed: GateSnapshot = {
    ...OPEN,
    unsignedSteps: ['terms_published'],
    accountState: 'suspended',
    author: { ...AGENT, grantState: 'revoked' },
    approval: null,
    targets: [{ ...TARGET, connection: null, violations: null }],
    findings: [
      {
        check: 'private_link',
        severity: 'block',
        message: 'A link leads to a private address.',
        platform: null,
        field: 'text',
        span: null,
      },
    ],
    credits: { unit: 'publication', required: 1, posts: [], available: 0, budget: null },
    scheduledAt: new Date(NOW.getTime() + 1),
  };
  for (const gate of evaluateGates(closed).map(gateInEnglish)) {
    expect(gate.status).not.toBe('pass');
    expect(gate.message).toMatch(/^[A-Z0-9].*\.$/);
    expect(gate.remedy).toMatch(/^[A-Z].*\.$/);
  }
});

it('combines gates: any block blocks, otherwise any wait waits', () => {
  const statuses: GateStatus[] = ['pass', 'wait', 'block'];
  for (const { a, b, c } of combine({ a: statuses, b: statuses, c: statuses })) {
    const gates = [a, b, c].map((status, index) => ({ gate: GATE_NAMES[index] ?? 'launch', status, code: '', message: '', remedy: '' }));
    const all = [a, b, c];
    expect(readinessFrom(OPEN, gates).state).toBe(all.includes('block') ? 'blocked' : all.includes('wait') ? 'waiting' : 'ready');
    expect(forecastOf(gates)).toBe(all.every((status) => status === 'pass') ? 'pass' : 'block');
  }
  expect(forecastOf(evaluateGates({ ...OPEN, scheduledAt: new Date(NOW.getTime() + 1) }))).toBe('wait');
  expect(forecastOf(evaluateGates({ ...OPEN, approval: null }))).toBe('block');
});
