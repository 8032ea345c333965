import { expect, test } from 'vitest'
import { parseCron } from './cron.ts'

const at = (text: string): number => Date.parse(text)

const ticks = (cron: string, after: string, count: number, zone?: string): string[] => {
  const { next } = parseCron(cron, zone)
  const found: string[] = []
  for (let time = at(after); found.length < count; ) {
    time = next(time)
    found.push(new Date(time).toISOString().slice(0, 16))
  }
  return found
}

test.each([
  ['*/20 9-10 * * *', ['2026-01-05T09:00', '2026-01-05T09:20', '2026-01-05T09:40', '2026-01-05T10:00']],
  ['0 3 * * mon-fri', ['2026-01-05T03:00', '2026-01-06T03:00', '2026-01-07T03:00', '2026-01-08T03:00']],
  ['30 6 1,15 jan,Feb *', ['2026-01-15T06:30', '2026-02-01T06:30', '2026-02-15T06:30', '2027-01-01T06:30']],
  ['0 0 29 2 *', ['2028-02-29T00:00', '2032-02-29T00:00', '2036-02-29T00:00', '2040-02-29T00:00']],
  ['0 12 13 * 5', ['2026-01-09T12:00', '2026-01-13T12:00', '2026-01-16T12:00', '2026-01-23T12:00']],
  ['0 0 * * 7', ['2026-01-11T00:00', '2026-01-18T00:00', '2026-01-25T00:00', '2026-02-01T00:00']],
  ['50/5 * * * *', ['2026-01-05T00:50', '2026-01-05T00:55', '2026-01-05T01:50', '2026-01-05T01:55']],
])('%s ticks at the times that cron says', (cron, expected) => {
  expect(ticks(cron, '2026-01-05T00:00Z', 4)).toEqual(expected)
})

test('a tick is after the time that it is asked for', () => {
  expect(ticks('0 3 * * *', '2026-01-05T03:00Z', 1)).toEqual(['2026-01-06T03:00'])
  expect(ticks('0 3 * * *', '2026-01-05T02:59:59.999Z', 1)).toEqual(['2026-01-05T03:00'])
})

test('ticks follow the clock of the time zone, skip a time that it skips and take a repeated time once', () => {
  const zone = 'Europe/Vienna'
  expect(ticks('30 2 * * *', '2026-03-28T00:00Z', 3, zone)).toEqual([
    '2026-03-28T01:30',
    // 29 March has no 02:30.
    '2026-03-30T00:30',
    '2026-03-31T00:30',
  ])
  expect(ticks('30 2 * * *', '2026-10-24T12:00Z', 2, zone)).toEqual(['2026-10-25T00:30', '2026-10-26T01:30'])
  expect(ticks('30 * * * *', '2026-10-25T00:00Z', 3, zone)).toEqual([
    '2026-10-25T00:30',
    '2026-10-25T01:30',
    '2026-10-25T02:30',
  ])
})

test.each([
  ['Australia/Lord_Howe', '45 1 * * *', '2027-04-03T00:00Z', ['2027-04-03T14:45', '2027-04-04T15:15']],
  ['Antarctica/Troll', '30 1 * * *', '2027-10-30T00:00Z', ['2027-10-30T23:30', '2027-11-01T01:30']],
])(
  'in %s, where clocks change by another time than an hour, a repeated time is taken once',
  (zone, cron, after, expected) => {
    expect(ticks(cron, after, 2, zone)).toEqual(expected)
  },
)

test.each([
  ['* * * *', /5 fields/],
  ['60 * * * *', /"60" is no minute from 0 to 59/],
  ['* * * * someday', /"someday" is no day of the week/],
  ['5-1 * * * *', /"5-1" is no minute/],
  ['*/0 * * * *', /is no minute/],
  ['0 0 30 2 *', /never ticks/],
])('%s is refused', (cron, message) => {
  expect(() => parseCron(cron)).toThrow(message)
})

test('an unknown time zone is refused', () => {
  expect(() => parseCron('* * * * *', 'Mars/Olympus')).toThrow('is no time zone')
})
