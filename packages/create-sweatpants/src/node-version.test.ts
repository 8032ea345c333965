import { expect, test } from 'vitest'
import { describeOldNode } from './node-version.ts'

test.each(['20.20.2', '22.17.1'])('Node %s is too old', (version) => {
  expect(describeOldNode(version)).toContain(`This is Node ${version}`)
})

test.each(['22.18.0', '22.20.1', '24.0.0'])('Node %s will do', (version) => {
  expect(describeOldNode(version)).toBeUndefined()
})
