import { expect, test } from 'vitest'
import { Debate, failures, inProgress, split, unanimous } from './fixtures/debates.ts'
import { layOutPicture, scaleY } from './picture.ts'
import { readPositions } from './positions.ts'

const size = { stopWidth: 100, bandHeight: 100, markSize: 20 }
const layOut = (session = split()) => layOutPicture(readPositions(session), size)

test('a seat stands in the band of its answer, the higher the surer it is', () => {
  const { bands, marks } = layOut()
  expect(bands.map(({ title }) => title)).toEqual(['A · In favour', 'B · Undecided', 'C · Against'])
  const mark = (seat: number, stop: number) => marks.find((one) => one.seat === seat && one.stop === stop)!
  expect(mark(1, 0).y).toBe(scaleY(bands[2]!, 0.7))
  expect(mark(1, 2).y).toBeLessThan(mark(1, 0).y)
  expect(mark(2, 2)).toMatchObject({
    y: scaleY(bands[2]!, 0.6),
    isFlip: true,
    title: expect.stringContaining('A trial'),
  })
})

test('marks that would cover each other stand beside each other', () => {
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

test('a crowd stays at its stop, though it is close', () => {
  const seats = Array.from({ length: 12 }, (_, index) => ({ ...unanimous().seats[0]!, agentId: `a_${index}` }))
  const says = seats.map(({ agentId }) => ({ agentId, position: 'A', answer: 'A', confidence: 0.9 }))
  const { marks } = layOut(new Debate({ seats, answers: ['A', 'B'] }).begin(1).say(says).session)
  expect(Math.max(...marks.map(({ x }) => Math.abs(x)))).toBeLessThan(0.5)
  expect(new Set(marks.map(({ x }) => x)).size).toBe(12)
})

test('who was not heard has a band of its own and is not joined, and who is awaited is nowhere', () => {
  const { bands, marks } = layOut(failures())
  expect(bands.at(-1)).toMatchObject({ title: 'Not heard', isScale: false })
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

test('who does not say how sure it is stands in the middle, and is marked so', () => {
  const session = new Debate({ answers: ['A', 'B'] })
    .begin(1)
    .say([{ agentId: 'openai_1', position: 'A', answer: 'A' }]).session
  const { bands, marks } = layOut(session)
  expect(marks).toMatchObject([{ y: scaleY(bands[0]!, 0.5), isSure: false, isHeard: true }])
})
