import { accept, cancel, decline, runScript } from '@sweatpants/framework/testing'
import { describe, expect, test } from 'vitest'
import { bookSeat, freeSeats, readSeats } from './airline.ts'
import { bookFlight } from './tool.ts'

const trip = { from: 'Lisbon', to: 'Vienna', date: '2026-12-01' }
const pickFlight = accept({ flightId: 'sp205' })
const confirm = accept({ ok: true })
const [free] = freeSeats(await readSeats('SP205')) as [string]
const [taken] = (await readSeats('SP205')).taken as [string]
const pickSeat = accept({ seat: free })

test('a flight is booked by a list, a seat map and a consent', async () => {
  const { value, transcript } = await runScript(bookFlight, trip, { answers: { pickFlight, pickSeat, confirm } })
  expect(value).toMatchObject({ booked: true, flight: 'SP205', seat: free, price: '89 EUR' })
  const asked = transcript.flatMap((exchanged) => (exchanged.type === 'elicit' ? [exchanged] : []))
  expect(asked.map(({ key }) => key)).toEqual(['pickFlight', 'pickSeat', 'confirm'])
  expect(asked[1]!.context).toMatchObject({ flight: { id: 'SP205' }, seats: { rows: 8, taken: expect.any(Array) } })
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

test('a seat that is taken, and a flight that does not go, are asked for again', async () => {
  const answers = {
    pickFlight: [accept({ flightId: 'SP999' }), pickFlight],
    pickSeat: [accept({ seat: taken }), accept({ seat: '99Z' }), pickSeat],
    confirm,
  }
  const { value } = await runScript(bookFlight, trip, { answers })
  expect(value).toMatchObject({ booked: true, flight: 'SP205', seat: free })
})

test('the same key is the same booking', async () => {
  expect(await bookSeat('SP205', '1A', 'key')).toBe(await bookSeat('SP205', '1A', 'key'))
  expect(await bookSeat('SP205', '1A', 'key')).not.toBe(await bookSeat('SP205', '1A', 'other'))
})
