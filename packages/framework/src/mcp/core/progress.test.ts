import fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import { emptyProgress, type Recording } from '../../tools/journal.ts'
import { GrowingProgress, progressOf } from './progress.ts'

const numbers = (given: (number | undefined)[]) => {
  const progress = new GrowingProgress()
  return given.map((number) => progress.next(number))
}

it.each<[string, (number | undefined)[], number[]]>([
  ['counts where the tool gives none', [undefined, undefined, undefined], [1, 2, 3]],
  ["is the tool's own where it grows", [0, 0.5, 1], [0, 0.5, 1]],
  ['grows by a little between two of them', [0.5, undefined, 1], [0.5, 0.500001, 1]],
  ['keeps counting where a count came first', [undefined, 0.5, undefined], [1, 2, 3]],
])('progress %s', (_, given, expected) => {
  expect(numbers(given)).toEqual(expected)
})

it('progress grows with every notification', () => {
  const given = fc.array(fc.option(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { nil: undefined }))
  fc.assert(
    fc.property(given, (list) => {
      const sent = numbers(list)
      for (let i = 1; i < sent.length; i++) expect(sent[i]).toBeGreaterThan(sent[i - 1]!)
    }),
  )
})

const EVERY = 1_000

/** What a client is sent for a run that tells how far it is, with numbers above every count or without, and goes on in other processes. */
function play(acts: readonly ('say' | 'beat' | 'restart' | number)[]): number[] {
  let now = 0
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const progress = emptyProgress()
  // It asks a question, so that it is stored.
  const recording = { header: { startedAt: 0 }, entries: [{}], progress } as unknown as Recording
  let line = new GrowingProgress()
  return acts.flatMap((act) => {
    if (act === 'restart') {
      line = new GrowingProgress(progressOf(recording, EVERY))
      return []
    }
    if (act === 'beat') {
      now += EVERY
      return line.beat()
    }
    progress.emitted++
    const isHigher = act !== 'say' && act > (progress.highest ?? Number.NEGATIVE_INFINITY)
    if (isHigher) progress.highest = act
    return line.next(isHigher ? act : undefined)
  })
}

it('progress grows with every notification of a run that goes on in other processes', () => {
  const act = fc.oneof(
    fc.constantFrom('say' as const, 'beat' as const, 'restart' as const),
    fc.double({ min: 1_000, max: 1e9 }),
  )
  fc.assert(
    fc.property(fc.array(act), (acts) => {
      const sent = play(acts)
      for (let i = 1; i < sent.length; i++) expect(sent[i]).toBeGreaterThan(sent[i - 1]!)
    }),
  )
  const day = Array.from({ length: 86_400 }, () => 'beat' as const)
  const [last, first] = play([1_000, ...day, 'restart', 'say']).slice(-2)
  expect(first).toBeGreaterThan(last!)
})
