import { logs } from '@opentelemetry/api-logs'
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs'
import { expect, onTestFinished, test } from 'vitest'
import { runScript } from '../testing/index.ts'
import { createMcpTool } from './builder.ts'
import { exportInMemory } from './fixtures/telemetry.ts'

const search = createMcpTool('search')
  .execute(function* (_, ctx) {
    yield* ctx.log('warning', 'the index is old')
    yield* ctx.step('search', ({ log }) => log('info', 'two seats left'))
    return 'done'
  })
  .build()

test('lines of ctx.log are log records in the spans in which they were written', async () => {
  const spans = exportInMemory()
  const exporter = new InMemoryLogRecordExporter()
  logs.setGlobalLoggerProvider(new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter })] }))
  onTestFinished(async () => {
    logs.disable()
    await spans.end()
  })
  await runScript(search, {})
  const records = exporter.getFinishedLogRecords()
  expect(records).toMatchObject([
    { body: 'the index is old', severityNumber: 13, severityText: 'warning' },
    { body: 'two seats left', severityNumber: 9, severityText: 'info' },
  ])
  const [run, step] = [spans.named('run search')[0]!, spans.named('step search')[0]!]
  expect(records.map(({ spanContext }) => spanContext?.spanId)).toEqual([
    run.spanContext().spanId,
    step.spanContext().spanId,
  ])
})
