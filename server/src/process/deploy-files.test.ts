import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SETTINGS } from '../config/settings.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const run = promisify(execFile);
const deploy = (file: string): string => join(ROOT, 'docs/deploy', file);
const has = async (program: string, ...args: string[]): Promise<boolean> =>
  run(program, args).then(
    () => true,
    () => false,
  );

const COMPOSE = (await has('docker', 'compose', 'version')) ? ['docker', 'compose'] : ['docker-compose'];
const hasCompose = await has(COMPOSE[0] ?? '', ...COMPOSE.slice(1), 'version');
const hasSystemd = await has('systemd-analyze', '--version');
const hasPromtool = await has('promtool', '--version');
const hasHelm = await has('helm', 'version');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-deploy-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the compose file', () => {
  it.skipIf(!hasCompose)('passes every setting to the processes, and a password with any characters', async () => {
    const env = join(folder, 'countersign.env');
    const settings = SETTINGS.filter(({ name }) => !/^(DATABASE_URL|DATA_DIR|HOST|PORT|ROLE|HEALTH_PORT|PUBLIC_URL)$/.test(name));
    const lines = ['PUBLIC_URL=https://posts.example.org', 'DOMAIN=posts.example.org', 'DB_PASSWORD=p@ss/w:rd'];
    await writeFile(env, [...lines, ...settings.map(({ name }) => `${name}=of-${name}`)].join('\n'));
    const [program = '', ...first] = COMPOSE;
    const { stdout } = await run(program, [...first, '-f', deploy('compose.yaml'), '--env-file', env, 'config'], {
      env: { ...process.env, COUNTERSIGN_ENV: env },
    });
    for (const service of ['web', 'worker']) {
      const own = stdout.slice(stdout.indexOf(`\n  ${service}:`));
      for (const { name } of settings) expect(own).toContain(`${name}: of-${name}`);
      expect(own).toContain('DATABASE_URL: postgresql://countersign@database:5432/countersign');
      expect(own).toContain('PGPASSWORD: p@ss/w:rd');
    }
  });
});

describe('the systemd unit', () => {
  it.skipIf(!hasSystemd)('is little exposed', async () => {
    const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--threshold=100', deploy('countersign.service')]);
    const [, level] = /exposure level for countersign\.service: (\d+\.\d+)/.exec(stdout) ?? [];
    expect(Number(level)).toBeLessThan(3);
  });
});

describe('the alert rules', () => {
  it.skipIf(!hasPromtool)('are accepted by promtool', async () => {
    await run('promtool', ['check', 'rules', deploy('monitoring/alerts.yaml')]);
    await run('promtool', ['check', 'config', '--syntax-only', deploy('monitoring/prometheus.yaml')]);
  });

  it.skipIf(!hasPromtool)('fire for their faults, and not for a healthy service', async () => {
    const works = {
      'up{job="countersign"}': '1x80',
      countersign_database_up: '1x80',
      countersign_disk_free_bytes: '5000000000x80',
      countersign_publications_oldest_due_seconds: '3x80',
      countersign_held_by_restore: '0x80',
      countersign_publications_for_people: '0x80',
      countersign_mails_oldest_seconds: '2x80',
      'http_request_duration_seconds_count{job="countersign", status_code="200"}': '0+600x80',
      'http_request_duration_seconds_count{job="countersign", status_code="503"}': '0+1x80',
      'countersign_publication_outcomes_total{platform="x", outcome="published"}': '0+60x80',
      'countersign_publication_outcomes_total{platform="x", outcome="unavailable"}': '0+1x80',
      'countersign_follow_up_outcomes_total{kind="removal", platform="x", outcome="removed"}': '0+60x80',
      'countersign_follow_up_outcomes_total{kind="removal", platform="x", outcome="refused"}': '0+1x80',
    };
    const faults: Record<string, Partial<typeof works>> = {
      CountersignDown: { 'up{job="countersign"}': '0x80' },
      CountersignDatabaseDown: { countersign_database_up: '0x80' },
      CountersignDiskLow: { countersign_disk_free_bytes: '900000000x80' },
      CountersignPostsLate: { countersign_publications_oldest_due_seconds: '0+60x80' },
      CountersignHeldByRestore: { countersign_held_by_restore: '1x80' },
      CountersignUnknownOutcomes: { countersign_publications_for_people: '1x80' },
      CountersignMailsWaiting: { countersign_mails_oldest_seconds: '0+60x80' },
      CountersignErrors: { 'http_request_duration_seconds_count{job="countersign", status_code="503"}': '0+60x80' },
      CountersignPublishingFails: { 'countersign_publication_outcomes_total{platform="x", outcome="unavailable"}': '0+60x80' },
      CountersignFollowUpsFail: {
        'countersign_follow_up_outcomes_total{kind="removal", platform="x", outcome="refused"}': '0+60x80',
      },
    };
    const rules = await readFile(deploy('monitoring/alerts.yaml'), 'utf8');
    const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
    expect(Object.keys(faults).sort()).toEqual([...names].sort());
    const caseOf = (firing: string | null) => ({
      interval: '1m',
      input_series: Object.entries({ ...works, ...(firing ? faults[firing] : {}) }).map(([series, values]) => ({ series, values })),
      promql_expr_test: [
        {
          expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: '75m',
          exp_samples: firing ? [{ labels: `{alertname="${firing}"}`, value: 1 }] : [],
        },
      ],
    });
    const test = { rule_files: [deploy('monitoring/alerts.yaml')], evaluation_interval: '1m', tests: [null, ...names].map(caseOf) };
    const file = join(folder, 'alerts.test.json');
    await writeFile(file, JSON.stringify(test));
    await run('promtool', ['test', 'rules', file]);
  });
});

/** Counters are kept by the process that counts; every process reads the other metrics from the database. */
const COUNTED_BY: Record<string, 'web' | 'worker'> = {
  http_request_duration_seconds_count: 'web',
  countersign_publication_outcomes_total: 'worker',
  countersign_follow_up_outcomes_total: 'worker',
};

describe('what the alert rules count', () => {
  it('is scraped where it is counted, in each deployment', async () => {
    const rules = await readFile(deploy('monitoring/alerts.yaml'), 'utf8');
    const counters = new Set([...rules.matchAll(/\brate\((\w+)/g)].map(([, name = '']) => name));
    expect([...counters].sort()).toEqual(Object.keys(COUNTED_BY).sort());
    const scraped = await readFile(deploy('monitoring/prometheus.yaml'), 'utf8');
    for (const role of new Set(Object.values(COUNTED_BY))) expect(scraped).toMatch(new RegExp(`labels: \\{ role: ${role}\\b`));

    const compose = await readFile(deploy('compose.yaml'), 'utf8');
    const [, port] = /HEALTH_PORT: "(\d+)"/.exec(compose) ?? [];
    expect(compose).toContain(`127.0.0.1:\${WORKER_METRICS_PORT:-${port}}:${port}`);
    expect(scraped).toContain(`targets: [127.0.0.1:${port}]`);

    const service = await readFile(deploy('helm/templates/service.yaml'), 'utf8');
    expect(service).toMatch(/clusterIP: None\n {2}selector: .*component: worker/);
    expect(service).toMatch(/kind: PodMonitor[\s\S]*port: http\n\s+path: \/api\/metrics/);
    expect(service).toMatch(/targetLabel: job, replacement: countersign/);
  });
});

describe('the Helm chart', () => {
  it('keeps its pods on one node while their volume can be on one only', async () => {
    const template = await readFile(deploy('helm/templates/deployment.yaml'), 'utf8');
    const affinity = template.slice(
      template.indexOf('if and $.Values.storage.enabled (has "ReadWriteOnce"'),
      template.indexOf('containers:'),
    );
    expect(affinity).toContain('requiredDuringSchedulingIgnoredDuringExecution');
    expect(affinity).toContain('topologyKey: kubernetes.io/hostname');
    expect(affinity).toContain('app.kubernetes.io/component: web');
  });

  it.skipIf(!hasHelm)('is accepted by helm lint and renders', async () => {
    await run('helm', ['lint', '--strict', deploy('helm')]);
    const template = (...values: string[]) => run('helm', ['template', deploy('helm'), '--set', values.join(',')]);
    const { stdout } = await template('publicUrl=https://posts.example.org', 'image.repository=ghcr.io/example/countersign');
    expect(stdout).toContain('runAsNonRoot: true');
    await expect(template('publicUrl=https://posts.example.org')).rejects.toThrow('image.repository is required');
  });

  it('runs the same as the image, as its user', async () => {
    const image = await readFile(deploy('Dockerfile'), 'utf8');
    const template = await readFile(deploy('helm/templates/deployment.yaml'), 'utf8');
    expect(image).toContain('USER 10001:10001');
    expect(template).toContain('runAsUser: 10001');
    expect(template).toContain('readOnlyRootFilesystem: true');
  });

  it('gives a start an hour, as the image does, since it may migrate a large database', async () => {
    const image = await readFile(deploy('Dockerfile'), 'utf8');
    const template = await readFile(deploy('helm/templates/deployment.yaml'), 'utf8');
    const [, period, failures] = /startupProbe: .*periodSeconds: (\d+), failureThreshold: (\d+)/.exec(template) ?? [];
    expect(Number(period) * Number(failures)).toBe(3_600);
    expect(image).toContain('--start-period=1h');
  });
});
