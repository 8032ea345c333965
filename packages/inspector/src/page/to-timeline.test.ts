import type { Entry } from '@sweatpants/framework'
import { expect, test } from 'vitest'
import type { EffectState, Happening } from '../run-state.ts'
import { toTimeline } from './to-timeline.ts'

const effect = (at: string): EffectState => ({
  type: 'effect',
  at,
  branch: '',
  kind: 'step',
  key: at,
  request: {},
  state: 'value',
  attempt: 1,
})
const fact = (at: string) => ({ at, kind: 'step', key: at, digest: '', time: 1 })
const said: Happening = { type: 'emission', kind: 'log', message: 'hello' }

/** Returns each item as its address and the numbers of its entries. */
const outline = (happenings: Happening[], entries: Entry[]) =>
  toTimeline({ happenings, entries }).map((item) =>
    item.type === 'emission'
      ? item.message
      : `${item.type === 'effect' ? item.effect.at : '-'}: ${item.entries.map(({ number }) => number).join(', ')}`,
  )

test('each effect stands where it was requested, with all of its entries', () => {
  const entries: Entry[] = [
    { type: 'started', ...fact('1') },
    { type: 'value', ...fact('0') },
    { type: 'value', ...fact('1') },
  ]
  expect(outline([effect('0'), said, effect('1'), effect('2')], entries)).toEqual(['0: 2', 'hello', '1: 1, 3', '2: '])
})

test('an entry about no effect stands between the entries that were written before and after it', () => {
  const entries: Entry[] = [
    { type: 'value', ...fact('0') },
    { type: 'patched', ...fact(''), at: '' },
    { type: 'value', ...fact('1') },
    { type: 'halted', at: '', reason: 'cancelled', time: 1 },
  ]
  expect(outline([effect('0'), effect('1')], entries)).toEqual(['0: 1', '-: 2', '1: 3', '-: 4'])
})
