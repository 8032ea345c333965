import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMcpTool, type ElicitAnswer } from '@sweatpants/framework'
import { z } from 'zod'

const [folder = '.', keys = ''] = process.argv.slice(2)

/** Where everything is kept: the journals, and what the other framework stores. */
export const storeFile = join(folder, 'store.db')

/** Records side effects, one line each. A step that runs twice has two lines. */
const record = (line: string): void => appendFileSync(join(folder, 'ledger.txt'), `${line}\n`)

export const bookFlight = createMcpTool('book_flight')
  .description('Book a flight with the traveller')
  .parameters(z.object({ from: z.string(), to: z.string() }))
  .elicits({
    pickFlight: { response: z.object({ flightId: z.string() }) },
    confirm: { response: z.object({ ok: z.boolean() }), mustAsk: true },
  })
  .execute(function* ({ from, to }, ctx) {
    const flights = yield* ctx.step('search', () => {
      record(`search ${from} ${to}`)
      return ['SP101', 'SP205']
    })
    const pick = yield* ctx.elicit('pickFlight', { message: `Which flight: ${flights.join(' or ')}?` })
    if (pick.action !== 'accept') return 'No flight was picked.'
    const { flightId } = pick.content
    const sure = yield* ctx.elicit('confirm', { message: `Book ${flightId}?` })
    if (sure.action !== 'accept' || !sure.content.ok) return 'Nothing was booked.'
    yield* ctx.step('book', () => record(`book ${flightId}`))
    return `Booked ${flightId}.`
  })
  .build()

const answers: Record<string, ElicitAnswer> = {
  pickFlight: { action: 'accept', content: { flightId: 'SP205' } },
  confirm: { action: 'accept', content: { ok: true } },
}

/**
 * The person. Answers the questions that the command line names, as in `node langgraph.ts folder pickFlight,confirm`. At any
 * other question the person takes so long that the process is killed meanwhile.
 */
export async function askPerson({ key, message }: { key: string; message: string }): Promise<ElicitAnswer> {
  console.log(`asked ${key}: ${message}`)
  if (!keys.split(',').includes(key)) await new Promise((resolve) => setTimeout(resolve, 60_000))
  return answers[key] ?? { action: 'cancel' }
}
