import { listConnections, withheldFeatures } from '../../connections/connection-queries.ts';
import type { Context } from '../../context.ts';
import { serverLimitsOf } from '../../platforms/network-rules.ts';
import type { NetworkSetting, Platform, PlatformRule, VideoFormats } from '../../platforms/platform.ts';
import { type UsualMetric, usualMetricsOf } from '../../publishing/published/metric-queries.ts';
import { defineOperation } from '../engine/operation.ts';
import { ConnectionList, ListConnectionsQuery, PlatformListSchema } from './connections.schemas.ts';
import * as fixture from './examples/fixture.ts';
import * as examples from './examples/workspace.ts';
import { PLATFORMS } from './examples/workspace.ts';
import { timeOrNull } from './view-parts.ts';

type Listed = Awaited<ReturnType<typeof listConnections>>[number];

export const listConnectionsOperation = defineOperation({
  id: 'listConnections',
  scope: 'read',
  tag: 'Platforms',
  summary: 'List the connected accounts',
  description:
    'Lists the workspace’s connected accounts with their health, limits and usual metrics. Only a person can connect an account.',
  query: ListConnectionsQuery,
  success: [
    { status: 200, description: 'The connected accounts.', schema: ConnectionList, example: { connections: [examples.CONNECTION] } },
  ],
  example: { query: { workspace_id: fixture.WORKSPACE } },
  async run(ctx, { query }) {
    const workspaceId = query.workspace_id ?? ctx.actor.workspaceId;
    const connections = await listConnections(ctx, workspaceId);
    const usual = Map.groupBy(await usualMetricsOf(ctx, workspaceId), ({ connectionId }) => connectionId);
    return {
      status: 200,
      body: { connections: connections.map((connection) => connectionView(ctx, connection, usual.get(connection.id) ?? [])) },
    };
  },
});

function connectionView({ platforms, clock }: Context, connection: Listed, usual: readonly UsualMetric[]) {
  const platform = platforms.get(connection.platform);
  const isResting = connection.restsUntil != null && connection.restsUntil > clock.now();
  return {
    connection_id: connection.id,
    platform: connection.platform,
    handle: connection.handle,
    health: connection.health,
    message: connection.healthMessage ?? null,
    rests_until: isResting ? timeOrNull(connection.restsUntil) : null,
    rest_reason: isResting ? (connection.restReason ?? null) : null,
    access_ends_at: timeOrNull(connection.endsAt),
    withheld: withheldFeatures(platforms, connection),
    pictures: platform?.imageObstacle ? 'not reachable' : (platform?.takesImages ?? 'none'),
    own_limits: serverLimitsOf(connection.limits ?? []).map(({ field, max, unit, urlWeight }) => ({
      field,
      max,
      unit,
      ...(urlWeight !== undefined && { url_weight: urlWeight }),
    })),
    usual_metrics: usual.map(({ metric, median, posts, readAt }) => ({ metric, median, posts, read_at: readAt.toISOString() })),
    connected_at: connection.createdAt.toISOString(),
  };
}

export const listPlatformsOperation = defineOperation({
  id: 'listPlatforms',
  scope: 'read',
  tag: 'Platforms',
  summary: 'List the platforms',
  description: 'Lists all platforms that a draft can target, with their rules.',
  success: [{ status: 200, description: 'The platforms.', schema: PlatformListSchema, example: PLATFORMS }],
  async run(ctx) {
    return { status: 200, body: { platforms: [...ctx.platforms.values()].map(platformView) } };
  },
});

function platformView(platform: Platform) {
  return {
    platform: platform.id,
    label: platform.label,
    duplicate_class: platform.duplicateClass,
    proven_by: platform.provenBy,
    relay: platform.isRelay === true,
    publishing: platform.publishing ?? ('ready' as const),
    pictures: platform.imageObstacle ? ('not reachable' as const) : (platform.takesImages ?? ('none' as const)),
    videos:
      platform.takesVideo === 'fetched' && platform.imageObstacle ? ('not reachable' as const) : (platform.takesVideo ?? ('none' as const)),
    animations: platform.takesAnimations ?? ('none' as const),
    documents: platform.takesDocuments ?? ('none' as const),
    video_cover: platform.takesCover
      ? platform.takesCover[0] === 'moment'
        ? ('moment' as const)
        : ('picture' as const)
      : ('none' as const),
    video_subtitles: platform.takesSubtitles !== undefined,
    ...(platform.videoFormats && { video_formats: formatsView(platform.videoFormats) }),
    tags_in: platform.tagsIn,
    network_charges: [],
    rules: platform.rules.map(ruleView),
    settings: platform.settings.map(settingView),
  };
}

function formatsView({ types, codecs, soundCodecs, source, checkedOn, confidence }: VideoFormats) {
  return {
    types: [...types],
    ...(codecs && { codecs: [...codecs] }),
    ...(soundCodecs && { sound_codecs: [...soundCodecs] }),
    ...{ source, checked_on: checkedOn, confidence },
  };
}

function settingView({ name, label, kind, options, default: initial, required, remark }: NetworkSetting) {
  return {
    ...{ name, label: String(label), kind, required: required === true },
    ...(options && { options: options.map((option) => ({ value: option.value, label: String(option.label) })) }),
    ...(initial !== undefined && { default: initial }),
    ...(remark && { remark: String(remark) }),
  };
}

function ruleView({ field, max, min, unit, urlWeight, dropsMentionHost, costs, when, source, checkedOn, confidence }: PlatformRule) {
  return {
    field,
    max,
    ...(min !== undefined && { min }),
    unit,
    ...(urlWeight !== undefined && { url_weight: urlWeight }),
    ...(dropsMentionHost && { drops_mention_host: true }),
    ...(costs && { costs: { ...costs } }),
    ...(when && { when }),
    source,
    checked_on: checkedOn,
    confidence,
  };
}
