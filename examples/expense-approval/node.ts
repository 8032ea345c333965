// First, so that everything else reads the clock that can be moved.
import './virtual-time.ts'

import { serve } from '@hono/node-server'
import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { type ReadableSpan, SimpleSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { dieAt, type Kill } from './kill.ts'
import { createServer } from './server.ts'
import type { SentSpan } from './trace.ts'
import { inVirtualTime, passTime } from './virtual-time.ts'

export interface NodeOptions {
  url: string
  schema: string
  baseUrl: string
  kill?: Kill
}

export type ToNode = { type: 'pass'; ms: number } | { type: 'plan'; kill: Kill | undefined }

export type FromNode =
  | { type: 'ready'; port: number }
  | { type: 'planned' }
  | { type: 'wrote'; write: string }
  | { type: 'span'; span: SentSpan }

const { url, schema, baseUrl, ...options }: NodeOptions = JSON.parse(process.argv[2]!)
let { kill } = options

const send = (message: FromNode): void => void process.send?.(message)

/** Sends each span to the collector as soon as it ends. A server uses the OTLP exporter here. */
const exporter: SpanExporter = {
  export(spans, done) {
    for (const span of spans) send({ type: 'span', span: toSent(span) })
    done({ code: 0 })
  },
  shutdown: async () => {},
}

const toSent = (span: ReadableSpan): SentSpan => ({
  node: process.pid,
  name: span.name,
  traceId: span.spanContext().traceId,
  spanId: span.spanContext().spanId,
  parentId: span.parentSpanContext?.spanId,
  linkedIds: span.links.map((link) => link.context.spanId),
  attributes: span.attributes,
})

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }))

const database = inVirtualTime(await createPostgresStore({ url, schema, poolSize: 4 }))
const store = dieAt(database, { plan: () => kill, onWrite: (write) => send({ type: 'wrote', write }) })
const server = createServer({
  store,
  keys: ['a secret that only this example knows, and all its nodes'],
  baseUrl,
  // Others go on a second after a node has died.
  leaseTtl: 1_000,
})

process.on('message', (message: ToNode) => {
  if (message.type === 'pass') return passTime(message.ms)
  kill = message.kill
  send({ type: 'planned' })
})
// The process that started it is gone.
process.once('disconnect', () => process.exit())
serve({ fetch: server.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => send({ type: 'ready', port }))
