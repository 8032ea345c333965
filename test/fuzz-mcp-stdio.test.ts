import { PassThrough } from 'node:stream'
import { createMcpTool } from '@sweatpants/framework'
import { serveMcp } from '@sweatpants/framework/mcp'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { checkReply } from './fuzz/check-reply.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { cut, cuts, mutated, mutatedBytes } from './fuzz/mutate.ts'
import { nastyText, writeJson } from './fuzz/nasty.ts'
import { watchResources } from './fuzz/open-resources.ts'
import { initialize, rev2026Messages, sessionMessages } from './fuzz/rpc-messages.ts'

const confirm = { response: z.object({ sure: z.boolean() }) }

const order = createMcpTool('order')
  .parameters(z.object({ item: z.string() }))
  .elicits({ confirm })
  .execute(function* ({ item }, ctx) {
    const { action } = yield* ctx.elicit('confirm', { message: `${item}?` })
    return action
  })
  .build()

const echo = createMcpTool('echo')
  .parameters(z.looseObject({}))
  .execute(function* (args) {
    return Object.keys(args).join()
  })
  .build()

interface Line {
  id?: unknown
  method?: string
}

/** A server on a pipe. What it writes is read as a client reads it: line by line. */
function open() {
  const input = new PassThrough()
  const output = new PassThrough()
  const errors: unknown[] = []
  const server = serveMcp({
    name: 'fuzzed',
    version: '1',
    tools: [order, echo],
    onError: (error) => errors.push(error),
  })
  const { closed } = server.stdio({ input, output })
  const lines: Line[] = []
  const answered = Promise.withResolvers<void>()
  let rest = ''
  output.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop()!
    for (const part of parts) {
      const line = JSON.parse(part) as Line
      lines.push(line)
      if (line.id === LAST) answered.resolve()
    }
  })
  return {
    input,
    lines,
    errors,
    answered: answered.promise,
    async close() {
      input.end()
      await closed
      await server.close()
    },
  }
}

const LAST = 'the last of all'
const last = { ...rev2026Messages[2]!.body, id: LAST }

/** Writes to a server, then a proper call on a line of its own; what it wrote must be answers, and the call is answered. */
async function survive(pieces: readonly Uint8Array[]): Promise<void> {
  const pipe = open()
  for (const piece of pieces) if (piece.length > 0) pipe.input.write(piece)
  pipe.input.write(`\n${JSON.stringify(last)}\n`)
  await pipe.answered
  await pipe.close()
  expect(pipe.errors, 'nothing that a client sends is an error of ours').toEqual([])
  for (const line of pipe.lines) if (line.method === undefined) checkReply(line)
}

const proper = [...rev2026Messages.map(({ body }) => body), ...sessionMessages, initialize]

describe('a pipe', () => {
  fuzz(
    'goes on after messages of both revisions with a few parts changed',
    fc.array(
      fc.constantFrom(...proper).chain((message) => fc.oneof(fc.constant(message), mutated(message))),
      { maxLength: 6 },
    ),
    (messages) => survive([Buffer.from(messages.map((message) => `${writeJson(message)}\n`).join(''))]),
    { runs: 300 },
  )

  fuzz(
    'goes on after any bytes, cut at any place',
    fc.tuple(
      mutatedBytes(
        fc
          .array(
            fc.oneof(
              fc.constantFrom(...proper).map((message) => JSON.stringify(message)),
              nastyText,
            ),
            { maxLength: 6 },
          )
          .map((lines) => lines.join('\n')),
      ),
      cuts,
    ),
    ([bytes, places]) => survive(cut(bytes, places)),
    { runs: 300 },
  )

  it('skips a line that is longer than any message, and leaves nothing open', async () => {
    const check = watchResources()
    const mega = Buffer.alloc(1024 * 1024, 'x')
    await survive(Array.from({ length: 65 }, () => mega))
    await check()
  })
})
