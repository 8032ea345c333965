import { expect, test } from 'vitest'
import { choice, estimate } from '../session/fixtures/debate.ts'
import { describePositions } from './describe-positions.ts'
import { Debate, failures, inProgress, split, unanimous } from './fixtures/debates.ts'
import { estimated } from './fixtures/estimated.ts'
import { layOutPicture, scaleY } from './picture.ts'
import { readPositions } from './positions.ts'

const size = { stopWidth: 100, bandHeight: 100, markSize: 20 }
const layOut = (session = split()) => layOutPicture(readPositions(session), size)

test('a mark is in the band of its answer, and higher with more confidence', () => {
  const { bands, marks } = layOut()
  expect(bands.map(({ title }) => title)).toEqual([
    'A · Yes, three days in the office',
    'B · Undecided',
    'C · No, keep it free',
  ])
  const mark = (seat: number, stop: number) => marks.find((one) => one.seat === seat && one.stop === stop)!
  expect(mark(1, 0).y).toBe(scaleY(bands[2]!, 0.7))
  expect(mark(1, 2).y).toBeLessThan(mark(1, 0).y)
  expect(mark(2, 2)).toMatchObject({
    y: scaleY(bands[2]!, 0.6),
    isFlip: true,
    title: expect.stringContaining('A trial'),
  })
})

test('the picture of an estimate is a scale of its numbers, so that it shows how they come closer', () => {
  const { bands, marks } = layOut(estimated())
  expect(bands).toMatchObject([{ title: 'In weeks', ticks: [{ label: '50' }, { label: '20' }] }])
  expect(marks.map(({ isSure }) => isSure)).not.toContain(false)
  const y = (seat: number, stop: number) => marks.find((one) => one.seat === seat && one.stop === stop)!.y
  expect([y(2, 0), y(1, 0)]).toEqual(bands[0]!.ticks.map((tick) => tick.y))
  expect(y(2, 1)).toBeCloseTo(y(2, 0) + ((y(1, 0) - y(2, 0)) * 2) / 3)
  expect(marks[0]!.title).toContain('20 weeks, between 10 and 40')
  expect(describePositions(readPositions(estimated()))[0]).toContain('ada_1 (20 weeks, between 10 and 40)')
})

test('a long number beside the scale is shortened, so that it fits', () => {
  const { session } = new Debate({ question: estimate('dollars') }).begin(1).say([
    { agentId: 'openai_1', position: 'Little.', estimate: { value: 2035 } },
    { agentId: 'google_1', position: 'Much.', estimate: { value: 12_340_000 } },
  ])
  expect(layOut(session).bands[0]!.ticks.map(({ label }) => label)).toEqual(['12.3M', '2035'])
})

test('overlapping marks are moved beside each other', () => {
  for (const session of [unanimous(), split(), failures()]) {
    const { marks } = layOut(session)
    for (const one of marks)
      for (const other of marks) {
        if (one === other) continue
        const distance = Math.max(
          Math.abs(one.x - other.x) * size.stopWidth,
          Math.abs(one.y - other.y) * size.bandHeight,
        )
        expect(distance, `${one.title} and ${other.title}`).toBeGreaterThan(19)
      }
  }
})

test('many marks stay close to their stop', () => {
  const seats = Array.from({ length: 12 }, (_, index) => ({ ...unanimous().seats[0]!, agentId: `a_${index}` }))
  const says = seats.map(({ agentId }) => ({ agentId, position: 'A', answer: 'A', confidence: 0.9 }))
  const { marks } = layOut(new Debate({ seats, question: choice('A', 'B') }).begin(1).say(says).session)
  expect(Math.max(...marks.map(({ x }) => Math.abs(x)))).toBeLessThan(0.5)
  expect(new Set(marks.map(({ x }) => x)).size).toBe(12)
})

test('a seat that was not heard has a separate band and a gap in its line, and a pending seat has no mark', () => {
  const { bands, marks } = layOut(failures())
  expect(bands.at(-1)).toMatchObject({ title: 'Not heard', ticks: [] })
  expect(marks.filter(({ isHeard }) => !isHeard).map(({ seat, stop }) => `${seat}/${stop}`)).toEqual([
    '3/0',
    '4/0',
    '5/0',
    '2/1',
    '4/1',
    '5/1',
  ])
  expect(layOut(inProgress()).marks).toHaveLength(1)
})

test('a mark without a confidence is in the middle of its band', () => {
  const session = new Debate({ question: choice('A', 'B') })
    .begin(1)
    .say([{ agentId: 'openai_1', position: 'A', answer: 'A' }]).session
  const { bands, marks } = layOut(session)
  expect(marks).toMatchObject([{ y: scaleY(bands[0]!, 0.5), isSure: false, isHeard: true }])
})
