import assert from 'node:assert/strict'
import type { Model } from '../models/model.ts'
import type { Answers } from '../tools/answer-box.ts'
import { createMcpTool } from '../tools/builder.ts'
import type { ToolContext } from '../tools/context.ts'
import type { Effect } from '../tools/effect.ts'
import type { LogLevel } from '../tools/effects/emit.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { toBlocks } from '../tools/message.ts'
import type { Operation } from '../tools/operation.ts'
import type { Peer, PeerEffect, Question } from '../tools/peer.ts'
import { type RunResult, runTool } from '../tools/run-tool.ts'
import { jsonSchema } from '../tools/schema.ts'
import { type ContractCase, mapCases, toContract } from './contract.ts'

/** A peer, with the person of the contract behind it, who answers with `contractAnswer`, or with `contractModel`. */
export interface PeerUnderContract {
  peer: Peer
  /** The key of samples, where the peer chooses a model by it. */
  sampleKey?: string
  /** How the answers of a peer that defers come back, by question id; those it has none for stay open. */
  collect?(questions: readonly Question[]): MaybePromise<Answers>
  /** Called after the case, however it ended. */
  close?(): MaybePromise<void>
}

/**
 * What the person of the contract answers when shown a question for the nth time, or undefined: then they say nothing.
 * All they go by is the message, which every peer shows: `Say: decline`, or `Say: x, then apple` for one refused answer.
 */
export function contractAnswer(message: string, attempt: number): ElicitAnswer<{ word: string }> | undefined {
  const word = message.replace(/^.*Say: /s, '').split(', then ')[attempt - 1]
  if (word === undefined || word === 'nothing') return undefined
  if (word === 'decline' || word === 'cancel') return { action: word }
  return { action: 'accept', content: { word } }
}

/**
 * The model of the contract. Its reply to `Say: apple` is `apple`, its reply to `Say: nothing` never comes, and it throws at
 * `Say: fail`.
 */
export const contractModel: Model = {
  id: 'contract',
  async answer({ messages }, { signal }) {
    const said = toBlocks(messages.at(-1)!).flatMap((block) => (block.type === 'text' ? block.text : []))
    const text = said.join('').replace(/^.*Say: /s, '')
    if (text === 'fail') throw new Error('the model of the contract fails')
    if (text === 'nothing') await aborted(signal)
    signal.throwIfAborted()
    return { model: 'contract', content: { type: 'text', text } }
  },
}

export interface PeerContractOptions {
  /** What the peer answers. Default: the questions of a tool to a person. */
  answers?: readonly ('elicit' | 'sample')[]
}

/** What every peer does. `create` gives a peer that has answered nothing yet; each case has its own. */
export function peerContract(
  create: () => MaybePromise<PeerUnderContract>,
  { answers = ['elicit'] }: PeerContractOptions = {},
): ContractCase[] {
  const cases: Cases = Object.assign({ ...everyPeer }, ...answers.map((type) => CASES[type]))
  const settled = mapCases(cases, (check) => async (subject: PeerUnderContract) => {
    const watched = watch(subject)
    await check(watched)
    watched.assertSettled()
  })
  return toContract(settled, create)
}

/** How long a peer may take to settle after its signal aborted. */
const SOON = 1000

const LEVELS: LogLevel[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

const response = jsonSchema<{ word: string }>({
  type: 'object',
  properties: { word: { type: 'string', minLength: 3 } },
  required: ['word'],
})

type Ctx = ToolContext<{ word: { response: typeof response } }>

type Cases = Record<string, (subject: Watched) => Promise<void>>

/** Asks a person or a model, which answer to `Say: apple` with `apple` and to `Say: nothing` never. */
type Ask = (subject: Watched, ctx: Ctx, message: string) => Generator<Effect, string, unknown>

/** What every peer does with questions, and with samples. */
const toAskCases = (ask: Ask, titles: { several: string; withdrawn: string; cancelled: string }): Cases => ({
  async [titles.several](subject) {
    const words = ['apple', 'quince', 'cherry', 'orange']
    assert.deepEqual(
      await complete(subject, (ctx) =>
        ctx.all(words.map((word) => ctx.branch((own) => ask(subject, own, `Say: ${word}`)))),
      ),
      words,
    )
  },

  async [titles.withdrawn](subject) {
    assert.deepEqual(
      await complete(subject, function* (ctx) {
        const first = yield* ctx.race([
          ask(subject, ctx, 'Say: nothing'),
          ctx.step('wait until it is asked', () => subject.asked.then(() => 'withdrawn')),
        ])
        return [first, yield* ask(subject, ctx, 'Say: apple')]
      }),
      ['withdrawn', 'apple'],
    )
  },

  async [titles.cancelled](subject) {
    const cancelling = new AbortController()
    const run = drive(subject, (ctx) => ask(subject, ctx, 'Say: nothing'), cancelling.signal)
    await subject.asked
    cancelling.abort()
    assert.equal((await run).type, 'cancelled')
  },
})

const elicits: Cases = {
  ...toAskCases((_, ctx, message) => say(ctx, message), {
    several: 'gives each of several open questions its own answer',
    withdrawn: 'settles soon after a question is withdrawn, and answers the next one',
    cancelled: 'settles soon after the run is cancelled',
  }),

  async 'answers a question, now or later'(subject) {
    assert.equal(
      await complete(subject, function* (ctx) {
        return yield* say(ctx, 'Say: apple')
      }),
      'apple',
    )
  },

  async 'passes on that the person declined or cancelled'(subject) {
    assert.deepEqual(
      await complete(subject, function* (ctx) {
        return [yield* say(ctx, 'Say: decline'), yield* say(ctx, 'Say: cancel'), yield* say(ctx, 'Say: apple')]
      }),
      ['(decline)', '(cancel)', 'apple'],
    )
  },

  async 'asks again when an answer was refused'(subject) {
    assert.equal(
      await complete(subject, function* (ctx) {
        return yield* say(ctx, 'Say: x, then y, then apple')
      }),
      'apple',
    )
  },
}

const samples: Cases = {
  ...toAskCases(reply, {
    several: 'gives each of several open samples its own reply',
    withdrawn: 'settles soon after a sample is withdrawn, and answers the next one',
    cancelled: 'settles soon after the run is cancelled while a model is asked',
  }),

  async 'lets the tool catch that a model failed, and asks it again'(subject) {
    assert.deepEqual(
      await complete(subject, function* (ctx) {
        let failure = ''
        try {
          yield* reply(subject, ctx, 'Say: fail')
        } catch (error) {
          failure = (error as Error).message
        }
        // A peer may say before it which call failed.
        return [failure.endsWith('the model of the contract fails'), yield* reply(subject, ctx, 'Say: apple')]
      }),
      [true, 'apple'],
    )
  },
}

const everyPeer: Cases = {
  async 'accepts log and notify'(subject) {
    assert.equal(
      await complete(subject, function* (ctx) {
        for (const level of LEVELS) yield* ctx.log(level, `a message of level ${level}`)
        yield* ctx.notify('without progress')
        for (const progress of [0, 0.5, 1]) yield* ctx.notify('on the way', progress)
        return 'done'
      }),
      'done',
    )
  },
}

const CASES = { elicit: elicits, sample: samples }

type Body = (ctx: Ctx) => Operation<unknown>

function* say(ctx: Ctx, message: string): Generator<Effect, string, unknown> {
  const answer = yield* ctx.elicit('word', { message })
  return answer.action === 'accept' ? answer.content.word : `(${answer.action})`
}

function* reply({ sampleKey }: Watched, ctx: Ctx, prompt: string): Generator<Effect, string, unknown> {
  const messages = [{ role: 'user' as const, content: prompt }]
  return (yield* ctx.sample({ messages, ...(sampleKey !== undefined && { key: sampleKey }) })).text
}

async function complete(subject: Watched, body: Body): Promise<unknown> {
  const result = await drive(subject, body)
  if (result.type === 'failed') throw result.error
  assert.equal(result.type, 'completed')
  return result.type === 'completed' && result.value
}

async function drive({ peer, collect }: Watched, body: Body, signal?: AbortSignal): Promise<RunResult> {
  const tool = createMcpTool('contract')
    .elicits({ word: { response } })
    .execute((_, ctx) => body(ctx))
    .build()
  let result = await runTool(tool, undefined, { peer, ...(signal !== undefined && { signal }) })
  while (result.type === 'parked') {
    if (signal !== undefined) await aborted(signal)
    const answers = signal === undefined ? await collect?.(result.questions) : {}
    assert.ok(answers, 'a peer that defers needs collect(), by which its answers come back')
    result = await result.resume(answers)
  }
  return result
}

interface Watched extends PeerUnderContract {
  /** Resolves when the peer has been asked something. */
  asked: Promise<void>
  assertSettled(): void
}

/** Holds a peer to its word about aborted signals, without waiting for ever for one that breaks it. */
function watch({ peer, ...subject }: PeerUnderContract): Watched {
  const asked = Promise.withResolvers<void>()
  const overdue: string[] = []

  async function settle<T>(answer: Promise<T>, effect: PeerEffect, signal: AbortSignal): Promise<T> {
    const late = Promise.withResolvers<never>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      timer = setTimeout(() => {
        overdue.push(effect.type)
        late.reject(new Error(`${effect.type} is overdue`))
      }, SOON)
    }
    signal.addEventListener('abort', begin)
    try {
      return await Promise.race([answer, late.promise])
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', begin)
    }
  }

  return {
    ...subject,
    peer: {
      answer(effect, signal) {
        const answer = peer.answer(effect, signal)
        asked.resolve()
        return answer instanceof Promise ? settle(answer, effect, signal) : answer
      },
    },
    asked: asked.promise,
    assertSettled: () =>
      assert.deepEqual(overdue, [], `the peer had not settled ${SOON} ms after the signal of these effects aborted`),
  }
}

const aborted = (signal: AbortSignal): Promise<unknown> | undefined =>
  signal.aborted ? undefined : new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
