import { appendFileSync } from 'node:fs'
import { createMcpTool, jsonSchema } from '@sweatpants/framework'

/** Records side effects, one line each: a step that runs twice has two lines. */
export function createTools(world: string) {
  const note = (line: string) => appendFileSync(world, `${line}\n`)
  const object = <T>(properties: object, required = Object.keys(properties)) =>
    jsonSchema<T>({ type: 'object', properties, required, additionalProperties: false })
  const text = { type: 'string' }

  const bookFlight = createMcpTool('book_flight')
    .parameters(object<{ from: string; to: string }>({ from: text, to: text }))
    .elicits({
      pickFlight: { response: object<{ flightId: string }>({ flightId: text }) },
      confirm: { response: object<{ ok: boolean }>({ ok: { type: 'boolean' } }), mustAsk: true },
    })
    .execute(function* ({ from, to }, ctx) {
      const flights = yield* ctx.step('search', () => {
        note(`search ${from} ${to}`)
        return ['SP101', 'SP205']
      })
      yield* ctx.notify('Found two flights', 0.5)
      const choices = { flightId: flights.map((value) => ({ value, title: value })) }
      const pick = yield* ctx.elicit('pickFlight', { message: `Which one from ${from} to ${to}?`, choices })
      if (pick.action !== 'accept') return `not picked: ${pick.action}`
      const { flightId } = pick.content
      const sure = yield* ctx.elicit('confirm', { message: `Book ${flightId}?` })
      if (sure.action !== 'accept' || !sure.content.ok) return 'not confirmed'
      yield* ctx.step('book', () => note(`book ${flightId}`))
      return `booked ${flightId}`
    })
    .build()

  const wipeDisk = createMcpTool('wipe_disk')
    .parameters(object<{ disk: string }>({ disk: text }))
    .approval('confirm')
    .execute(function* ({ disk }, ctx) {
      yield* ctx.step('wipe', () => note(`wipe ${disk}`))
      return `wiped ${disk}`
    })
    .build()

  const pollFriends = createMcpTool('poll_friends')
    .elicits({
      ada: { response: object<{ food: string }>({ food: text }) },
      bob: { response: object<{ food: string }>({ food: text }) },
    })
    .execute(function* (_, ctx) {
      const [ada, bob] = yield* ctx.all([
        ctx.elicit('ada', { message: 'Ada, what do you eat?' }),
        ctx.elicit('bob', { message: 'Bob, what do you eat?' }),
      ])
      return [ada, bob]
        .map((answer) => (answer.action === 'accept' ? answer.content.food : answer.action))
        .join(' and ')
    })
    .build()

  return [bookFlight, wipeDisk, pollFriends]
}
