import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createCuttableJournal } from '../testing/cuttable-journal.ts'
import { createMcpTool } from './builder.ts'
import { ElicitError } from './errors.ts'
import { deferred } from './outcome.ts'
import { type RunResult, runTool } from './run-tool.ts'

const QUORUM = 3

/** The tool as it is deployed, with a text of its own. */
const version = (text: number) =>
  createMcpTool('release')
    .elicits({ sure: { response: z.object({ n: z.number() }) } })
    .execute(function* (_, ctx) {
      try {
        const given = yield* ctx.elicit('sure', { message: `${text}` }, { to: 'role:manager', quorum: QUORUM })
        if (given.action !== 'accept') return `${text}: ${given.action} by ${given.answeredBy}`
        return `${text}: ${given.answers.map(({ answeredBy, content }) => `${answeredBy} ${content.n}`)}`
      } catch (error) {
        return error instanceof ElicitError && error.failure.name
      }
    })
    .build()

type Happening =
  | { type: 'answer'; by: string; action: 'accept' | 'decline' | 'wrong'; n: number; attempt: 'this' | 'last' | 'none' }
  | { type: 'restart' }
  | { type: 'deploy'; text: number }

const happenings: fc.Arbitrary<Happening[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        type: fc.constant('answer' as const),
        by: fc.constantFrom('ada', 'bo', 'cy', 'di'),
        action: fc.constantFrom(...(['accept', 'accept', 'accept', 'wrong', 'wrong', 'decline'] as const)),
        n: fc.nat(3),
        attempt: fc.constantFrom('this', 'last', 'none'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('restart' as const) }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('deploy' as const), text: fc.nat(2) }) },
  ),
  { maxLength: 16 },
)

/** What R7, R14 and R19 say of the question. */
class Model {
  text = 0
  ended: string | undefined
  #accepted: { by: string; n: number; text: number }[] = []
  #refused = 0
  #changesInARow = 0

  /** Those who have accepted what is shown now. */
  get accepted() {
    return this.#accepted.filter(({ text }) => text === this.text)
  }

  replay(text: number): void {
    if (text === this.text) this.#changesInARow = Math.min(this.#changesInARow, 1)
    else if (++this.#changesInARow === 3) this.ended = 'ChangedQuestion'
    this.text = text
  }

  answer({ by, action, n, attempt }: Extract<Happening, { type: 'answer' }>): void {
    if (attempt === 'last' || this.accepted.some((other) => other.by === by)) return
    if (action === 'wrong' && ++this.#refused > 3) this.ended = 'InvalidAnswer'
    if (action === 'decline') this.ended = `${this.text}: decline by ${by}`
    if (action !== 'accept') return
    this.#accepted.push({ by, n, text: this.text })
    if (this.accepted.length < QUORUM) return
    this.ended = `${this.text}: ${this.accepted.map((other) => `${other.by} ${other.n}`)}`
  }
}

it('R7 R14 R19 a quorum counts each person once, for what is shown, in any order of answers, restarts and deploys', async () => {
  const property = fc.asyncProperty(happenings, async (given) => {
    const model = new Model()
    let journal = createCuttableJournal()
    let deployed = 0
    const start = () => runTool(version(deployed), {}, { peer: { answer: () => deferred }, journal })
    let result: RunResult = await start()
    for (const happening of given) {
      if (result.type !== 'parked') break
      if (happening.type === 'answer') {
        const { by, n, action, attempt } = happening
        const [wait] = result.waits
        const now = wait?.type === 'elicit' ? wait.attempt : 0
        const content = action === 'wrong' ? {} : { n }
        const answer = action === 'decline' ? { action } : { action: 'accept', content }
        const to = attempt === 'none' ? {} : { attempt: attempt === 'this' ? now : now - 1 }
        result = await result.resume({ sure: answer }, { by, ...to })
        model.answer(happening)
      } else {
        if (happening.type === 'deploy') deployed = happening.text
        journal = journal.reopen()
        result = await start()
        model.replay(deployed)
      }
      if (result.type === 'parked') {
        const answeredBy = model.accepted.map(({ by }) => by)
        expect(result.waits).toMatchObject([{ message: `${model.text}`, answeredBy }])
      }
      expect(result.type === 'completed' ? result.value : undefined).toBe(model.ended)
    }
  })
  await fc.assert(property, { numRuns: 1_000 })
})
