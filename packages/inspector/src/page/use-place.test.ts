import { expect, test } from 'vitest'
import { readHash } from '../control-page/run-hash.ts'
import { fromHash, type PagePlace, toHash } from './use-place.ts'

test.each<PagePlace>([
  { type: 'start' },
  { type: 'tool', name: 'book/flight #1' },
  { type: 'tool', name: 'trip', like: 'a/b' },
  { type: 'run', runId: 'a-b' },
  { type: 'replay', runId: 'a-b', at: 7 },
])('the address of %j leads back to it', (place) => {
  expect(fromHash(toHash(place))).toEqual(place)
})

test.each([
  ['', { type: 'start' }],
  ['#/tools', { type: 'start' }],
  ['#/runs/a/replay/last', { type: 'run', runId: 'a' }],
  ['#/tools/%zz', { type: 'tool', name: '%zz' }],
  ['#/tools/trip/like/', { type: 'tool', name: 'trip' }],
])('the typed address %j leads to a place', (hash, place) => {
  expect(fromHash(hash)).toEqual(place)
})

test.each([
  ['#/run/a%2Fb', 'a/b'],
  ['#/run/%zz', '%zz'],
  ['#/', undefined],
])('the address %j of the control room leads to the run %j', (hash, run) => {
  expect(readHash(hash)).toBe(run)
})
