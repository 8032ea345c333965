import { expect, test } from 'vitest'
import { cumulative, NODES, quantile } from './normal.ts'

test.each([
  [-3, 0.00135],
  [-1, 0.158655],
  [0, 0.5],
  [1.959964, 0.975],
  [6, 1],
])('cumulative(%d) is %d', (at, share) => {
  expect(cumulative(at)).toBeCloseTo(share, 5)
})

test.each([0.01, 0.3, 0.5, 0.88, 0.99])('cumulative inverts the quantile of %d', (share) => {
  expect(cumulative(quantile(share))).toBeCloseTo(share, 6)
})

test.each([
  [0, 1],
  [1, 0],
  [2, 1],
  [3, 0],
  [4, 3],
])('the moment of order %d over the nodes is %d', (power, mean) => {
  expect(NODES.reduce((sum, { at, weight }) => sum + weight * at ** power, 0)).toBeCloseTo(mean, 4)
})
