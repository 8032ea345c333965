import {
  createMcpTool,
  createMemoryJournal,
  deferred,
  type McpTool,
  type Peer,
  type Recording,
  type RunResult,
  runTool,
  succeeded,
} from '@sweatpants/framework'
import { z } from 'zod'

/** A peer that must not be asked. */
export const silent: Peer = {
  answer(effect) {
    throw new Error(`unexpected question: ${effect}`)
  },
}

/** A peer that defers every question. */
export const absent: Peer = { answer: () => deferred }

/** A peer that answers every question at once. */
export const prompt: Peer = {
  answer: (effect) => (effect.type === 'sample' ? reply : acceptance),
}

export const answer = { action: 'accept', content: { ok: true } }
const acceptance = succeeded(answer)
const reply = succeeded({
  content: { type: 'text', text: 'A short reply.' },
  model: 'none',
  usage: { inputTokens: 10, outputTokens: 4 },
})

export const Count = z.object({ n: z.number().int() })
export const elicits = { sure: { response: z.object({ ok: z.boolean() }) } }

/**
 * Tools that do one kind of effect n times, one after another. The count is no parameter, so that the recording of one
 * without its entries is a recording of another that has none.
 */
export const linear = {
  step: (n: number) =>
    createMcpTool('linear')
      .execute(function* (_params, ctx) {
        let sum = 0
        for (let i = 0; i < n; i++) sum += yield* ctx.step('s', () => 1)
        return sum
      })
      .build(),

  elicit: (n: number) =>
    createMcpTool('linear')
      .elicits(elicits)
      .execute(function* (_params, ctx) {
        let sum = 0
        for (let i = 0; i < n; i++) {
          const { action } = yield* ctx.elicit('sure', { message: 'Are you sure?' })
          if (action === 'accept') sum++
        }
        return sum
      })
      .build(),

  sample: (n: number) =>
    createMcpTool('linear')
      .execute(function* (_params, ctx) {
        let sum = 0
        for (let i = 0; i < n; i++) {
          const { text } = yield* ctx.sample({ prompt: 'Say something short.' })
          if (text !== '') sum++
        }
        return sum
      })
      .build(),

  mix: (n: number) =>
    createMcpTool('linear')
      .elicits(elicits)
      .execute(function* (_params, ctx) {
        let sum = 0
        for (let i = 0; i < n; i += 3) {
          sum += yield* ctx.step('s', () => 1)
          if (i + 1 < n && (yield* ctx.elicit('sure', { message: 'Are you sure?' })).action === 'accept') sum++
          if (i + 2 < n && (yield* ctx.sample({ prompt: 'Say something short.' })).text !== '') sum++
        }
        return sum
      })
      .build(),
}

/** The journal of a completed run. */
export async function record(tool: McpTool, params: unknown): Promise<Recording> {
  const journal = createMemoryJournal()
  toValue(await runTool(tool, params, { peer: prompt, journal }))
  return (await journal.read())!
}

/** The value of a run that has completed; a benchmark of anything else would measure an error. */
export function toValue<T>(result: RunResult<T>): T {
  if (result.type === 'completed') return result.value
  throw new Error(`expected a completed run, got ${result.type}`, {
    cause: 'error' in result ? result.error : undefined,
  })
}
