import { createMemoryStore } from '@sweatpants/framework/chat'
import type { Model } from '@sweatpants/framework/models'
import { createRoundtable, type Panel, type Session } from '@sweatpants/roundtable'
import { createQuestion, type Question } from './question.ts'
import { answersOf, familiesOf, nameOf, type Regime } from './regime.ts'
import { createSimulatedModel } from './simulated-seat.ts'

/** A debate that the engine has held. */
export interface Played {
  index: number
  question: Question
  session: Session
  /** How often a model was asked, summaries included. */
  calls: number
}

export interface PlayOptions {
  seed: number
  from: number
  to: number
  exitOnConsensus: boolean
}

/** Holds debates on so many questions of a regime with the engine, one after another. */
export async function* play(regime: Regime, options: PlayOptions): AsyncGenerator<Played> {
  const { seed, from, to, exitOnConsensus } = options
  const signal = new AbortController().signal
  for (let index = from; index < to; index++) {
    const question = createQuestion(regime, seed, index)
    const { model, count } = counted(createSimulatedModel(regime, seed, () => question))
    const store = createMemoryStore()
    const table = createRoundtable({ store, resolve: async () => model, panel: createSimulatedPanel(regime) })
    let begun = await table.start({
      topic: `Question ${index} of many: which way is it?`,
      answers: answersOf(regime),
      rounds: regime.rounds,
      exitOnConsensus,
      synthesizer: 'none',
    })
    let session = await table.finish(begun, { signal })
    while (session.status === 'active') {
      begun = await table.continue(session.id)
      session = await table.finish(begun, { signal })
    }
    await table.close()
    yield { index, question, session, calls: count() }
  }
}

function counted(model: Model): { model: Model; count: () => number } {
  let calls = 0
  const answer: Model['answer'] = (request, call) => {
    calls++
    return model.answer(request, call)
  }
  return { model: { id: model.id, answer }, count: () => calls }
}

const createSimulatedPanel = (regime: Regime): Panel => ({
  candidates: async () => [],
  seat: async () => ({
    seats: familiesOf(regime).map((family, index) => {
      const agentId = nameOf(index, family)
      return { agentId, label: agentId, model: `simulated/${agentId}`, family }
    }),
    absent: [],
  }),
})
