import 'server-only'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node'
import { getRuntime } from '../runtime'

/** The attributes that are exported. They contain routes, not addresses, which would reveal searches and what members read. */
const EXPORTED: ReadonlySet<string> = new Set([
  'http.method',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'http.status_code',
  'next.page',
  'next.route',
  'next.rsc',
  'next.segment',
  'next.span_type',
])
/** Matches the address in the name of a span, which outgoing requests have. */
const ADDRESS = /\s\S*(?:[?#]|:\/\/)\S*/g

/** Sends the spans of Next.js to the collector in OpenTelemetry's environment variables. */
export function startTracing(): void {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'colophon' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(createRedactingExporter(new OTLPTraceExporter()))],
  })
  provider.register()
  // The server awaits this before it exits.
  getRuntime().flushTraces = () => provider.shutdown().catch(() => {})
}

function createRedactingExporter(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(redactSpan), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

/** Removes confidential data from a span. Events are removed, because messages of errors may contain anything; the log has them. */
function redactSpan(span: ReadableSpan): ReadableSpan {
  const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([name]) => EXPORTED.has(name)))
  const cleaned = { name: span.name.replace(ADDRESS, ''), attributes, events: [], status: { code: span.status.code } }
  return Object.create(span, Object.fromEntries(Object.entries(cleaned).map(([name, value]) => [name, { value }])))
}
