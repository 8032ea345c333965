import { setTimeout as delay } from 'node:timers/promises'
import { createMcpTool } from '@sweatpants/framework'
import { createChat } from '@sweatpants/framework/chat'
import { createMemoryStore, type Log, type Store } from '@sweatpants/framework/log'
import { fromLanguageModel } from '@sweatpants/framework/models'
import { z } from 'zod'
import type { LanguageModel } from '../models/formats.ts'
import { atMost, digits } from '../report.ts'
import type { Scenario } from '../scenario.ts'

type Streamed = Awaited<ReturnType<LanguageModel['doStream']>>['stream']
type Part = Streamed extends ReadableStream<infer P> ? P : never

const look = createMcpTool('look').execute(function* () {
  return 'sunny'
})

const ask = createMcpTool('ask')
  .elicits({ sure: { response: z.object({ yes: z.boolean() }) } })
  .execute(function* (_, ctx) {
    return (yield* ctx.elicit('sure', { message: 'Sure?' })).action
  })

interface Turn {
  name: string
  /** The tool that the model calls first. */
  calls?: string
  /** Milliseconds between two of the tokens. */
  pause?: number
}

const TURNS: readonly Turn[] = [
  { name: 'an answer at once' },
  { name: 'an answer of ten seconds', pause: 50 },
  { name: 'a tool call, and an answer at once', calls: 'look' },
  { name: 'a tool call that asks one question, and an answer at once', calls: 'ask' },
]

const TOKENS = 200

export const turn: Scenario = {
  name: 'turn',
  about:
    `What a turn writes to the store: a person sends a message, and a model answers with ${TOKENS} tokens. The message is one append to the log of the chat, which is not counted. ` +
    'A broadcast is a piece of text that goes to readers and is not stored. A busy machine makes the answer longer than its ten seconds. Bytes are those of the events, registers and headers, as JSON.',

  async measure({ quick }) {
    const rows: string[][] = []
    let perTenSeconds = 0
    for (const one of TURNS) {
      if (quick && one.pause !== undefined) continue
      const start = performance.now()
      const written = await write(one)
      const seconds = (performance.now() - start) / 1_000
      if (one.pause !== undefined) perTenSeconds = (written.chat / seconds) * 10
      const { chat, run, broadcasts, bytes } = written
      rows.push([one.name, digits(seconds), ...[chat, run, broadcasts, bytes].map(String)])
    }
    const head = ['', 'seconds', 'appends to the log of the chat', 'appends to journals of runs', 'broadcasts', 'bytes']
    return {
      tables: [{ title: 'Writes of one turn', head, rows }],
      targets: quick ? [] : [atMost('durable appends for ten seconds of an answer', perTenSeconds, 12, '')],
    }
  },
}

interface Written {
  chat: number
  run: number
  broadcasts: number
  bytes: number
}

async function write({ calls, pause = 0 }: Turn): Promise<Written> {
  const written: Written = { chat: 0, run: 0, broadcasts: 0, bytes: 0 }
  const model = fromLanguageModel(createModel(calls, pause), { id: 'bench' })
  const store = countWrites(createMemoryStore(), written)
  await using chat = await createChat({ store, models: [model], tools: [look.build(), ask.build()] })
  const session = chat.open('one')
  await session.create()
  Object.assign(written, { chat: -1, run: 0, broadcasts: 0, bytes: 0 })
  await session.command({ type: 'send', content: 'Hello' })
  for await (const state of session.follow(AbortSignal.timeout(60_000))) {
    if (state.ended !== undefined && state.turn === undefined) break
    for (const { callId, elicitId } of Object.values(state.pendingElicits)) {
      const result = { action: 'accept' as const, content: { yes: true } }
      await session.command({ type: 'elicit_response', callId, elicitId, result, commandId: `answer ${elicitId}` })
    }
  }
  return written
}

/** Says the tokens, after a tool call if it has made none yet. */
function createModel(calls: string | undefined, pause: number): LanguageModel {
  return {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'bench',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('this model only streams')),
    async doStream({ prompt }) {
      const isCalling = calls !== undefined && !prompt.some(({ role }) => role === 'tool')
      const parts = isCalling ? toCall(calls) : toText()
      const stream: Streamed = new ReadableStream<Part>({
        async pull(controller) {
          const part = parts.shift()!
          if (part.type === 'text-delta' && pause > 0) await delay(pause)
          controller.enqueue(part)
          if (parts.length === 0) controller.close()
        },
      })
      return { stream }
    },
  }
}

const toCall = (toolName: string): Part[] => [
  { type: 'stream-start', warnings: [] },
  { type: 'tool-call', toolCallId: 'call-1', toolName, input: '{}' },
  toFinish('tool-calls'),
]

const toText = (): Part[] => [
  { type: 'stream-start', warnings: [] },
  { type: 'text-start', id: '1' },
  ...Array.from({ length: TOKENS }, (_, i): Part => ({ type: 'text-delta', id: '1', delta: ` token${i}` })),
  { type: 'text-end', id: '1' },
  toFinish('stop'),
]

const toFinish = (reason: 'stop' | 'tool-calls'): Part => ({
  type: 'finish',
  finishReason: { unified: reason, raw: reason },
  usage: {
    inputTokens: { total: 5, noCache: 5, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: TOKENS, text: TOKENS, reasoning: 0 },
  },
})

function countWrites(store: Store, written: Written): Store {
  const count = <E>(kind: string, log: Log<E>): Log<E> => {
    const add = (write: object) => {
      if (kind === 'chat') written.chat++
      else written.run++
      written.bytes += JSON.stringify(write).length
    }
    return {
      ...log,
      create(id, stream) {
        add(stream)
        return log.create(id, stream)
      },
      append(id, append) {
        add(append)
        return log.append(id, append)
      },
      broadcast(id, broadcast) {
        written.broadcasts++
        log.broadcast(id, broadcast)
      },
    }
  }
  return { ...store, log: (kind) => count(kind, store.log(kind)) }
}
