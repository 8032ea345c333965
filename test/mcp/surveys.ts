import { createMcpTool, type StepContext } from '@sweatpants/framework'
import { z } from 'zod'

/** Returns a step that visits the world of the test and returns what it is told there. An abort does not call it back. */
export const visit =
  (step: string) =>
  async ({ idempotencyKey }: StepContext): Promise<string> => {
    const response = await fetch(`${process.env.WORLD}/${step}`, { headers: { 'idempotency-key': idempotencyKey } })
    return response.text()
  }

const text = { response: z.object({ text: z.string() }) }

/** A task: steps, two questions at once, a step for each answer, and one more at the end, however it ends. */
export const survey = createMcpTool('survey')
  .elicits({ left: text, right: text })
  .task('required')
  .execute(function* (_, ctx) {
    try {
      yield* ctx.step('prepare', visit('prepare'))
      yield* ctx.step('open', visit('open'))
      const said = yield* ctx.all(
        (['left', 'right'] as const).map((side) =>
          ctx.branch(function* (inner) {
            const answer = yield* inner.elicit(side, { message: `What is on the ${side}?` })
            yield* inner.step(`note ${side}`, visit(`note-${side}`))
            return answer.action === 'accept' ? answer.content.text : answer.action
          }),
        ),
      )
      yield* ctx.step('evaluate', visit('evaluate'))
      return said.join(' and ')
    } finally {
      yield* ctx.step('close', visit('close'))
    }
  })
  .build()

/** A task that asks on one side while the other is busy. */
export const busy = createMcpTool('busy')
  .elicits({ left: text })
  .task('required')
  .execute(function* (_, ctx) {
    const [answer, done] = yield* ctx.all([
      ctx.branch(function* (inner) {
        const answer = yield* inner.elicit('left', { message: 'And now?' })
        yield* inner.step('note left', visit('note-left'))
        return answer.action
      }),
      ctx.step('work', visit('work')),
    ])
    return `${answer} after ${done}`
  })
  .build()

/** A task of one step, whose signal aborts when it is cancelled. */
export const patient = createMcpTool('patient')
  .task('required')
  .execute(function* (_, ctx) {
    return yield* ctx.step('wait', (step) => {
      step.signal.addEventListener('abort', () => visit('told')(step))
      return visit('wait')(step)
    })
  })
  .build()

const stages = (carrier: 'auto' | 'stored') =>
  createMcpTool(`${carrier}_stages`)
    .carrier(carrier)
    .execute(function* (_, ctx) {
      const first = yield* ctx.step('first', visit('first'))
      const second = yield* ctx.step('second', visit('second'))
      return `${first} and ${second}`
    })
    .build()

/** Calls of two steps, carried in either way. */
export const calls = [stages('auto'), stages('stored')]
