import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { PassThrough } from 'node:stream'
import { createMcpTool } from '@sweatpants/framework'
import { serveMcp } from '@sweatpants/framework/mcp'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { z } from 'zod'

// The server that hosts are configured with. It writes what they send to a file, one JSON-RPC message a line. Over HTTP it prints
// its address, and has a store. Some hosts show tools by their own names only, so that each tool is served once.

const [, , heard = '', port] = process.argv

const record = (text: string): void => appendFileSync(heard, `${text.trim()}\n`)

const add = createMcpTool('add')
  .description('Adds two numbers')
  .parameters(z.object({ a: z.number(), b: z.number() }))
  .execute(function* ({ a, b }) {
    return `The sum is ${a + b}`
  })
  .build()

const standup = createMcpTool('standup')
  .description('Asks how the day was')
  .elicits({ day: { response: z.object({ mood: z.string() }) } })
  .execute(function* (_params, ctx) {
    const answer = yield* ctx.elicit('day', { message: 'How was your day?' })
    return `The day was ${answer.action === 'accept' ? answer.content.mood : answer.action}`
  })
  .build()

const hold = createMcpTool('hold')
  .description('Waits')
  .execute(function* (_params, ctx) {
    try {
      yield* ctx.step('begin', () => record('held'))
      yield* ctx.sleep(600_000)
    } finally {
      yield* ctx.step('end', () => record('let go'))
    }
  })
  .build()

const info = { name: 'standup', version: '1.0.0' }

if (port !== undefined) {
  const server = serveMcp({ ...info, tools: [standup], store: createSqliteStore(`${heard}.db`) })
  const http = createServer((request, response) => {
    request.on('data', (chunk) => record(String(chunk)))
    void server.listener(request, response)
  })
  http.listen(Number(port), '127.0.0.1', () =>
    console.log(`http://127.0.0.1:${(http.address() as { port: number }).port}/mcp`),
  )
} else {
  const server = serveMcp({ ...info, tools: [add, hold], questionsInWords: false })
  const input = new PassThrough()
  process.stdin.on('data', (chunk) => record(String(chunk)))
  process.stdin.pipe(input)
  server.stdio({ input })
  // As `sweatpants serve` does: hosts end their servers with a signal. The interrupt of a terminal is left to the host.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.once(signal, () => void server.close())
  process.on('SIGINT', () => {})
}
