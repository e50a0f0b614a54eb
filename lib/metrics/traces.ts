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

/** What a span may say: routes rather than addresses, so neither what was searched for nor which page a member reads. */
const TOLD: ReadonlySet<string> = new Set([
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
/** The span of a call to another server is named by its address. */
const ADDRESS = /\s\S*(?:[?#]|:\/\/)\S*/g

/** Sends the framework's spans to the collector that the standard's own variables name. */
export function startTracing(): void {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'colophon' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(withoutReaders(new OTLPTraceExporter()))],
  })
  provider.register()
  // The server waits for it before it exits.
  getRuntime().flushTraces = () => provider.shutdown().catch(() => {})
}

function withoutReaders(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(told), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

/** The span without what it does not have to say: errors are in the log, and their words may hold anything. */
function told(span: ReadableSpan): ReadableSpan {
  const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([name]) => TOLD.has(name)))
  const cleaned = { name: span.name.replace(ADDRESS, ''), attributes, events: [], status: { code: span.status.code } }
  return Object.create(span, Object.fromEntries(Object.entries(cleaned).map(([name, value]) => [name, { value }])))
}
