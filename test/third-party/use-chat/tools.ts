import { appendFileSync } from 'node:fs'
import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

/** Notes a side effect in the file that the test reads. */
const did = (what: string) => appendFileSync(process.env.WORLD!, `${what}\n`)

const bookFlight = createMcpTool('book_flight')
  .description('Book a flight')
  .parameters(z.object({ from: z.string(), to: z.string() }))
  .elicits({
    pickFlight: {
      response: z.object({ flightId: z.string() }),
      context: z.object({ flights: z.array(z.string()) }),
    },
    confirm: { response: z.object({ ok: z.boolean() }) },
  })
  .execute(function* ({ from, to }, ctx) {
    const flights = yield* ctx.step('search', () => {
      did(`search ${from}`)
      return ['SP101', 'SP205']
    })
    yield* ctx.notify('Found two flights', 0.5)
    let pick = yield* ctx.elicit('pickFlight', { message: `Which one from ${from} to ${to}?`, flights })
    while (pick.action === 'accept' && !flights.includes(pick.content.flightId)) {
      const message = `There is no ${pick.content.flightId}. Which one?`
      pick = yield* ctx.elicit('pickFlight', { message, flights })
    }
    if (pick.action !== 'accept') return { booked: false }
    const { flightId } = pick.content
    const sure = yield* ctx.elicit('confirm', { message: `Book ${flightId}?` })
    if (sure.action !== 'accept' || !sure.content.ok) return { booked: false }
    const reference = yield* ctx.step('book', () => {
      did(`book ${from} ${flightId}`)
      return `${flightId}-X1`
    })
    return { booked: true, reference }
  })
  .build()

const wipeDisk = createMcpTool('wipe_disk')
  .description('Wipe a disk')
  .parameters(z.object({ disk: z.string() }))
  .approval('confirm')
  .execute(function* ({ disk }, ctx) {
    yield* ctx.step('wipe', () => did(`wipe ${disk}`))
    return `wiped ${disk}`
  })
  .build()

const pollFriends = createMcpTool('poll_friends')
  .description('Ask two friends')
  .elicits({ friend: { response: z.object({ food: z.string() }), context: z.object({ who: z.string() }) } })
  .execute(function* (_, ctx) {
    const ask = (who: string) =>
      ctx.branch(function* (branch) {
        return yield* branch.elicit('friend', { message: `${who}, what would you like to eat?`, who })
      })
    const answers = yield* ctx.all([ask('Ada'), ask('Bob')])
    return answers.map((answer) => (answer.action === 'accept' ? answer.content.food : answer.action)).join(' and ')
  })
  .build()

export const tools = [bookFlight, wipeDisk, pollFriends] as const
