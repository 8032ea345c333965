import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { PassThrough } from 'node:stream'
import { createMcpTool } from '@sweatpants/framework'
import { serveMcp } from '@sweatpants/framework/mcp'
import { z } from 'zod'

// The server that hosts are configured with. It writes what they send to a file, one JSON-RPC message a line. Over HTTP it prints
// its address.

const [, , heard = '', wire] = process.argv

const standup = createMcpTool('standup')
  .description('Asks how the day was')
  .elicits({ day: { response: z.object({ mood: z.string() }) } })
  .execute(function* (_params, ctx) {
    const answer = yield* ctx.elicit('day', { message: 'How was your day?' })
    return answer.action === 'accept' ? answer.content.mood : answer.action
  })
  .build()

const add = createMcpTool('add')
  .description('Adds two numbers')
  .parameters(z.object({ a: z.number(), b: z.number() }))
  .execute(function* ({ a, b }) {
    return `The sum is ${a + b}`
  })
  .build()

const record = (text: string): void => appendFileSync(heard, `${text.trim()}\n`)

const server = serveMcp({ name: 'standup', version: '1.0.0', tools: [standup, add] })

if (wire === 'http') {
  const http = createServer((request, response) => {
    request.on('data', (chunk) => record(String(chunk)))
    void server.listener(request, response)
  })
  http.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(http.address() as { port: number }).port}/mcp`))
} else {
  const input = new PassThrough()
  process.stdin.on('data', (chunk) => record(String(chunk)))
  process.stdin.pipe(input)
  server.stdio({ input })
}
