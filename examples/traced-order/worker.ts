import { setTimeout } from 'node:timers/promises'
import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { type ReadableSpan, SimpleSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import { runTool, succeeded } from '@sweatpants/framework'
import { createRunJournal } from '@sweatpants/framework/log'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import type { FromWorker, SentSpan } from './main.ts'
import { createOrderTool } from './tool.ts'

const [file, runId, isStuck] = process.argv.slice(2)

const send = (message: FromWorker): void => void process.send!(message)

const toSent = (span: ReadableSpan): SentSpan => ({
  name: span.name,
  traceId: span.spanContext().traceId,
  spanId: span.spanContext().spanId,
  parentId: span.parentSpanContext?.spanId,
  linkedIds: span.links.map((link) => link.context.spanId),
  events: span.events.map((event) => event.name),
  attributes: span.attributes,
})

/** Sends each span to the collector as soon as it ends. A server uses the OTLP exporter here. */
const exporter: SpanExporter = {
  export(spans, done) {
    for (const span of spans) send({ type: 'span', span: toSent(span) })
    done({ code: 0 })
  },
  shutdown: async () => {},
}

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }))

const order = createOrderTool(async () => {
  send({ type: 'charging' })
  // The first process is killed here.
  if (isStuck === 'stuck') await setTimeout(60_000)
  return 'paid'
})

const store = createSqliteStore(file!)
const result = await runTool(
  order,
  { item: 'a lamp' },
  {
    journal: createRunJournal(store, runId!),
    runId: runId!,
    principal: 'ada',
    peer: { answer: () => succeeded(undefined) },
  },
)
if (result.type === 'completed') send({ type: 'result', value: result.value })
await store.close()
process.disconnect()
