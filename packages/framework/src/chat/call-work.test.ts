import { contractAnswer, peerContract } from '../testing/peer-contract.ts'
import { describeContract } from '../testing/vitest.ts'
import { createMcpTool } from '../tools/builder.ts'
import { createMemoryJournal } from '../tools/journal.ts'
import { CallWork } from './call-work.ts'
import type { ChatDriven } from './chat-driven.ts'
import type { Patch } from './patch.ts'
import { emptyState } from './state.ts'

const idle = createMcpTool('idle')
  .execute(function* () {})
  .build()

/** A person at the page, who goes by the last patch of a question. */
describeContract(
  'the peer of a call in a chat',
  peerContract(() => {
    const said: Patch[] = []
    // The members of a driver that a peer uses while its own run has ended.
    const host = {
      state: emptyState,
      principal: undefined,
      now: Date.now,
      ring() {},
      onError() {},
      say: (patch: Patch) => void said.push(patch),
      ask: (patch: Patch) => void said.push(patch),
      isDurable: true,
      runs: { journal: () => createMemoryJournal() },
      runStep: undefined,
    } as unknown as ChatDriven
    const request = { callId: 'c1', toolName: 'idle', arguments: {} }
    return {
      peer: new CallWork(host, idle, request, 'run', 'demo'),
      collect: (questions) =>
        Object.fromEntries(
          questions.flatMap(({ id }) => {
            const shown = said.findLast((patch) => patch.type === 'elicit' && patch.elicitId === `c1:${id}`)
            const answer = shown?.type === 'elicit' ? contractAnswer(shown.message, shown.attempt) : undefined
            return answer === undefined ? [] : [[id, answer]]
          }),
        ),
    }
  }),
)
