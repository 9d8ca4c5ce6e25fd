import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseTraceParent } from '@opentelemetry/core';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingConfig } from './config/monitoring-config.ts';
import { DomainError } from './errors.ts';
import { VERSION } from './server-folder.ts';
import type { SpanAttributes, Tracer } from './tracing.ts';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/**
 * OpenTelemetry over OTLP. Its libraries read the collector's address, headers, certificates and limits, and the
 * resource's attributes, from the standard `OTEL_*` variables. Loaded only where these name a collector.
 */
export async function openTelemetry(config: TracingConfig, role: string): Promise<Tracer> {
  const { OTLPTraceExporter } = await (config.protocol === 'http/json'
    ? import('@opentelemetry/exporter-trace-otlp-http')
    : import('@opentelemetry/exporter-trace-otlp-proto'));
  const own = resourceFromAttributes({ 'service.name': 'countersign', 'service.version': VERSION, 'countersign.role': role });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(config),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: config.sendEveryMs })],
  });
  const spans = provider.getTracer('countersign', VERSION);
  const contexts = new AsyncLocalStorageContextManager().enable();
  return {
    begin(name, { kind, attributes = {}, parent }) {
      const around = parent === undefined ? contexts.active() : contextOf(parent);
      const span = spans.startSpan(name, { kind: kind && KINDS[kind], attributes: known(attributes) }, around);
      const own = trace.setSpan(around, span);
      return {
        set: (more) => span.setAttributes(known(more)),
        within: (work) => contexts.with(own, work),
        fail(error) {
          const isRefusal = error instanceof DomainError;
          span.setAttribute('error.type', isRefusal ? error.code : error instanceof Error ? error.name : typeof error);
          if (!isRefusal || error.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        },
        end: () => span.end(),
      };
    },
    current() {
      const span = trace.getSpanContext(contexts.active());
      if (!span) return null;
      return `00-${span.traceId}-${span.spanId}-0${span.traceFlags & TraceFlags.SAMPLED}`;
    },
    stop: () => provider.shutdown(),
  };
}

function contextOf(traceparent: string | null): Context {
  const span = traceparent === null ? null : parseTraceParent(traceparent);
  return span ? trace.setSpanContext(ROOT_CONTEXT, { ...span, isRemote: true }) : ROOT_CONTEXT;
}

const known = (attributes: SpanAttributes): Record<string, string | number> =>
  Object.fromEntries(Object.entries(attributes).filter((entry): entry is [string, string | number] => entry[1] != null));

/** By the names of `OTEL_TRACES_SAMPLER`. */
function samplerOf({ sampler, share }: TracingConfig): Sampler {
  const [, byParent, name] = /^(parentbased_)?(.*)$/.exec(sampler) ?? [];
  const root =
    name === 'always_off' ? new AlwaysOffSampler() : name === 'traceidratio' ? new TraceIdRatioBasedSampler(share) : new AlwaysOnSampler();
  return byParent ? new ParentBasedSampler({ root }) : root;
}
