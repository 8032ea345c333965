import type { Model } from '../models/model.ts'
import { hostContract } from '../testing/host-contract.ts'
import { contractModel, peerContract } from '../testing/peer-contract.ts'
import { describeContract } from '../testing/vitest.ts'
import { createMcpTool } from '../tools/builder.ts'
import { Drain } from '../tools/drain.ts'
import { createMemoryJournal, type Journal } from '../tools/journal.ts'
import type { ChatDriven } from './chat-driven.ts'
import type { Patch } from './patch.ts'
import { reduce } from './reduce.ts'
import { emptyState } from './state.ts'
import { runIdOf, TurnWork } from './turn-work.ts'

/** The members of a driver that a turn of a chat uses. */
const driven = {
  id: 'chat',
  state: emptyState,
  leaving: new AbortController().signal,
  stepLimit: 8,
  now: Date.now,
  say() {},
  ring() {},
  onError() {},
  systemPrompt: () => undefined,
  model: async () => contractModel,
  tools: () => [],
}

describeContract(
  'the peer of a turn in a chat',
  peerContract(
    () => {
      // Its own turn waits for its journal.
      const runs = { journal: () => ({ read: () => new Promise(() => {}) }) }
      const peer = new TurnWork({ ...driven, runs } as unknown as ChatDriven, { turn: 1, model: contractModel.id })
      return { peer }
    },
    { answers: ['sample'] },
  ),
)

const asked = [
  { type: 'user_message' as const, messageId: 'u1', content: 'Order tea', timestamp: 1 },
  { type: 'turn_start' as const, turn: 1, messageIds: ['u1'], model: 'caller' },
].reduce((state, patch, index) => reduce(state, patch, index + 1), emptyState)

/** Calls the tool once, then ends the turn. */
const model: Model = {
  id: 'caller',
  async answer({ messages }) {
    const use = { type: 'tool_use' as const, id: 'order', name: 'order', input: {} }
    return { content: messages.length === 1 ? use : { type: 'text', text: 'done' }, model: 'caller' }
  },
}

describeContract(
  'the host of a turn in a chat',
  hostContract(() => {
    let orders = 0
    const order = createMcpTool('order')
      .execute(function* (_, ctx) {
        return yield* ctx.step('order', () => ++orders)
      })
      .build()
    const calls = new Map<string, Journal>()
    return {
      begin({ journal, before }) {
        const drain = new Drain()
        const said: Patch[] = []
        const ofCall = (runId: string): Journal => {
          const call = calls.get(runId) ?? createMemoryJournal()
          calls.set(runId, call)
          return {
            async read() {
              await before()
              return call.read()
            },
            append: (revision, write) => call.append(revision, write),
          }
        }
        const work = new TurnWork(
          {
            ...driven,
            state: asked,
            leaving: drain.signal,
            say: (patch: Patch) => void said.push(patch),
            model: async () => model,
            tools: () => [order],
            runs: {
              journal: (runId: string) => drain.over(runId === runIdOf(driven.id, 1) ? journal : ofCall(runId)),
              mark: async () => {},
            },
          } as unknown as ChatDriven,
          { turn: 1, model: model.id },
        )
        return {
          ended: work.ended.then((result) => {
            if (result.type === 'failed') throw result.error
            return said.find(({ type }) => type === 'tool_call_result')
          }),
          leave() {
            drain.begin()
            work.leave()
          },
        }
      },
      done: () => orders,
    }
  }),
)
