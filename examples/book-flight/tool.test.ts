import { createMemoryJournal, deferred, type ElicitEffect, type Recording, runTool } from '@sweatpants/framework'
import { accept, cancel, decline, runScript } from '@sweatpants/framework/testing'
import { describe, expect, test } from 'vitest'
import { bookFlight } from './tool.ts'

const trip = { from: 'Lisbon', to: 'Vienna', date: '2026-07-28' }
const pickFlight = accept({ flightId: 'SP205' })
const pickSeat = accept({ seat: 'aisle' as const })
const confirm = accept({ ok: true })

test('a flight is booked after three questions', async () => {
  const { value, transcript } = await runScript(bookFlight, trip, {
    answers: { pickFlight, pickSeat, confirm },
    steps: { book: 'SP205-A1' },
  })
  expect(value).toEqual({
    booked: true,
    reference: 'SP205-A1',
    flight: 'SP205',
    departs: '12:15',
    seat: 'aisle',
    price: '89 EUR',
  })
  expect(
    transcript.map((exchanged) => ('name' in exchanged ? exchanged.name : 'key' in exchanged && exchanged.key)),
  ).toEqual(['search', 'pickFlight', 'pickSeat', 'confirm', 'book'])
})

describe.each([decline(), cancel()])('with $action nothing is booked', (leave) => {
  test.each([
    ['no flight was picked', { pickFlight: leave }],
    ['no seat was picked', { pickFlight, pickSeat: leave }],
    ['it was not confirmed', { pickFlight, pickSeat, confirm: leave }],
  ])('because %s', async (reason, answers) => {
    const { value, transcript } = await runScript(bookFlight, trip, { answers })
    expect(value).toEqual({ booked: false, reason })
    expect(transcript).not.toContainEqual(expect.objectContaining({ name: 'book' }))
  })
})

test('nothing is booked when the last answer is no', async () => {
  const answers = { pickFlight, pickSeat, confirm: accept({ ok: false }) }
  expect((await runScript(bookFlight, trip, { answers })).value).toEqual({
    booked: false,
    reason: 'it was not confirmed',
  })
})

test('a flight that was not offered is asked for again', async () => {
  const refusals: (string | undefined)[] = []
  const pickOnceMore = ({ refusal }: { refusal?: string }) => {
    refusals.push(refusal)
    return accept({ flightId: refusal === undefined ? 'SP999' : 'SP101' })
  }
  const answers = { pickFlight: pickOnceMore, pickSeat, confirm }
  const { value } = await runScript(bookFlight, trip, { answers, steps: { book: 'SP101-A1' } })
  expect(value).toMatchObject({ booked: true, flight: 'SP101' })
  expect(refusals).toEqual([undefined, 'flightId: "SP999" is not one of SP101, SP205, SP309'])
})

test('the flights are a list to choose from', async () => {
  const result = await runTool(bookFlight, trip, { peer: { answer: () => deferred } })
  expect(result).toMatchObject({ type: 'parked', questions: [{ key: 'pickFlight' }] })
  const [{ schema }] = (result as unknown as { questions: [ElicitEffect] }).questions
  expect(schema).toMatchObject({
    properties: {
      flightId: {
        oneOf: [
          { const: 'SP101', title: 'SP101 at 07:40 for 129 EUR' },
          { const: 'SP205', title: 'SP205 at 12:15 for 89 EUR' },
          { const: 'SP309', title: 'SP309 at 19:05 for 149 EUR' },
        ],
      },
    },
  })
})

test('nothing is asked when no flight goes there', async () => {
  const { value } = await runScript(bookFlight, { ...trip, to: 'lisbon' })
  expect(value).toEqual({ booked: false, reason: 'no flight goes from Lisbon to lisbon' })
})

describe('after a restart', () => {
  const peer = { answer: () => deferred }

  /** Goes on from a recording in a new process, as it were. */
  const resume = (recording: Recording | undefined, answers: Record<string, unknown>) => {
    const journal = createMemoryJournal(JSON.parse(JSON.stringify(recording)))
    return runTool(bookFlight, trip, { peer, journal, answers }).then((result) => ({ result, journal }))
  }

  test('an unrequested consent is ignored', async () => {
    const journal = createMemoryJournal()
    const result = await runTool(bookFlight, trip, { peer, journal, answers: { pickFlight, pickSeat, confirm } })
    expect(result).toMatchObject({ type: 'parked', questions: [{ id: 'confirm' }], ignored: [{ id: 'confirm' }] })
  })

  test('the payment carries the same key each time', async () => {
    const journal = createMemoryJournal()
    await runTool(bookFlight, trip, { peer, journal, answers: { pickFlight, pickSeat } })
    const [first, second] = await Promise.all([
      resume(journal.read(), { confirm }),
      resume(journal.read(), { confirm }),
    ])
    expect(first.result).toMatchObject({ type: 'completed', value: { booked: true } })
    expect(second.result).toMatchObject({ value: first.result.type === 'completed' && first.result.value })
  })

  test('a payment that was interrupted is not made again', async () => {
    const journal = createMemoryJournal()
    await runTool(bookFlight, trip, { peer, journal, answers: { pickFlight, pickSeat } })
    const { journal: paid } = await resume(journal.read(), { confirm })
    const { entries, ...rest } = paid.read()!
    const started = entries.findIndex(({ type }) => type === 'started')
    const { result } = await resume({ ...rest, entries: entries.slice(0, started + 1) }, {})
    expect(result).toMatchObject({ type: 'failed', error: { name: 'StepInterruptedError' } })
  })
})
