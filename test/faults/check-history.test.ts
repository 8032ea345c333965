import { expect, test } from 'vitest'
import { checkHistory, INVARIANTS } from './check-history.ts'
import type { HistoryEvent } from './history.ts'

const stream = 'chat/s'
const gain = (fence: number, node: string): HistoryEvent => ({ type: 'fence_gain', stream, node, fence })
const send = (attempt: string, write: string, digests: string[], fence?: number): HistoryEvent => ({
  type: 'write_send',
  stream,
  node: 'n',
  attempt,
  write,
  digests,
  ...(fence !== undefined && { fence }),
})
const store = (attempt: string, lsn: number, isRepeated = false): HistoryEvent => ({
  type: 'write_store',
  stream,
  node: 'n',
  attempt,
  lsn,
  isRepeated,
  time: 0,
})
const acknowledge = (commandId: string, lsn: number): HistoryEvent => ({
  type: 'command_acknowledge',
  stream,
  commandId,
  lsn,
})
const read = (lsn: number, ...digests: string[]): HistoryEvent => ({
  type: 'records_read',
  stream,
  reader: 'r',
  lsn,
  digests,
})
const step = (
  node: string,
  name: string,
  { fiber = '', key = `chat/s/1/${name}`, receipt = 'x', isOnce = false } = {},
): HistoryEvent => ({
  type: 'step_begin',
  node,
  run: 'run',
  fiber,
  step: name,
  key,
  receipt,
  isOnce,
})
const end = (...records: ({ digest: string; commandId?: string; question?: string } | string)[]): HistoryEvent => ({
  type: 'stream_end',
  stream,
  records: records.map((record) => (typeof record === 'string' ? { digest: record } : record)),
})

const broken = (...history: HistoryEvent[]) => checkHistory(history).violations.map(({ invariant }) => invariant)

/** A command, and what the first driver wrote before a second one took over. */
const good: HistoryEvent[] = [
  send('1', 'command/c', ['c']),
  store('1', 1),
  acknowledge('c', 1),
  gain(1, 'a'),
  send('2', '1.1', ['d', 'e'], 1),
  store('2', 3),
  step('a', 'pay'),
  gain(2, 'b'),
  send('3', '1.2', [], 1),
  step('b', 'pay', { receipt: 'y' }),
  step('b', 'ship', { isOnce: true }),
  send('4', '2.1', ['f'], 2),
  read(1, 'c', 'd'),
  read(3, 'e', 'f'),
  { type: 'run_end', run: 'run', receipts: { pay: 'y', ship: 'x' } },
  end({ digest: 'c', commandId: 'c' }, 'd', { digest: 'e', question: 'q' }, 'f'),
]

test('a history in which a driver was replaced while it performed a step holds', () => {
  const { violations, counts } = checkHistory(good)
  expect(violations).toEqual([])
  expect([...counts.keys()].toSorted()).toEqual(Object.values(INVARIANTS).toSorted())
})

test('a command that was acknowledged and is not in the log is found', () => {
  expect(broken(acknowledge('c', 1), end())).toEqual([INVARIANTS.command])
})

test('a command that is in the log twice is found', () => {
  const twice = [send('1', 'command/c', ['a']), send('2', 'command/d', ['b']), acknowledge('c', 1)]
  const records = [
    { digest: 'a', commandId: 'c' },
    { digest: 'b', commandId: 'c' },
  ]
  expect(broken(...twice, end(...records))).toEqual([INVARIANTS.command])
})

test('a command that is not where its acknowledgement says is found', () => {
  const sent = [send('1', 'command/c', ['a', 'b']), acknowledge('c', 1)]
  expect(broken(...sent, end('a', { digest: 'b', commandId: 'c' }))).toEqual([INVARIANTS.command])
})

test('two writes that were acknowledged at one place are found', () => {
  expect(broken(send('1', 'x', ['a']), store('1', 1), send('2', 'y', ['b']), store('2', 1))).toEqual([INVARIANTS.place])
})

test.for([
  ['twice', [read(1, 'a'), read(1, 'a')]],
  ['after a gap', [read(1, 'a'), read(3, 'c')]],
  ['with another content', [read(1, 'b')]],
] as const)('a reader that receives a record %s is found', ([, reads]) => {
  expect(broken(send('1', 'x', ['a', 'b', 'c']), ...reads, end('a', 'b', 'c'))).toEqual([INVARIANTS.place])
})

test('a write whose acknowledgement was lost and that was stored again is found', () => {
  expect(broken(send('1', '1.1', ['a'], 1), send('2', '1.1', ['a'], 1), end('a', 'a'))).toEqual([INVARIANTS.write])
  const both = [send('1', '1.1', ['a'], 1), send('2', '1.1', ['a'], 1), store('2', 1), store('1', 2), end('a', 'a')]
  expect(broken(...both)).toEqual([INVARIANTS.write])
})

test('a retry that the store recognised holds', () => {
  expect(broken(send('1', '1.1', ['a'], 1), send('2', '1.1', ['a'], 1), store('2', 1, true), end('a'))).toEqual([])
})

test('a write that was acknowledged and is not in the log is found', () => {
  expect(broken(send('1', '1.1', ['a'], 1), store('1', 1), end())).toEqual([INVARIANTS.write])
})

test('a record that no process wrote is found', () => {
  expect(broken(end('a'))).toEqual([INVARIANTS.write])
})

test('a write that was sent after a later fence was given, and stored, is found', () => {
  const late = [gain(1, 'a'), gain(2, 'b'), send('1', '1.1', [], 1), store('1', 0)]
  expect(broken(...late)).toEqual([INVARIANTS.fence])
  expect(broken(...late.slice(0, -1))).toEqual([])
})

test('a write that was stored behind that of a later fence is found, though its acknowledgement was lost', () => {
  const writes = [gain(1, 'a'), send('1', '1.1', ['a'], 1), gain(2, 'b'), send('2', '2.1', ['b'], 2), store('2', 1)]
  expect(broken(...writes, end('b', 'a'))).toEqual([INVARIANTS.fence])
  expect(broken(...writes.slice(0, -1), end('a', 'b'))).toEqual([])
})

test('a command that a later driver stores after an earlier one failed to holds', () => {
  const late = [
    gain(1, 'a'),
    gain(2, 'b'),
    send('1', 'command/c', ['a'], 2),
    store('1', 1),
    send('2', 'command/c', ['x'], 1),
  ]
  expect(broken(...late, store('2', 1, true), end('a'))).toEqual([])
})

test('a fence that two nodes have is found', () => {
  expect(broken(gain(1, 'a'), gain(1, 'b'))).toEqual([INVARIANTS.fence])
})

test('a second step that two drivers perform is found', () => {
  const both = [gain(1, 'a'), step('a', 'pay'), step('a', 'ship'), gain(2, 'b'), step('b', 'pay'), step('b', 'ship')]
  expect(broken(...both)).toEqual([INVARIANTS.step])
})

test('one step in flight for each fiber holds', () => {
  const left = { fiber: 'left' }
  const both = [gain(1, 'a'), step('a', 'l', left), step('a', 'r'), gain(2, 'b'), step('b', 'l', left), step('b', 'r')]
  expect(broken(...both)).toEqual([])
})

test('a step that one driver performs twice is found', () => {
  expect(broken(gain(1, 'a'), step('a', 'pay'), step('a', 'pay'))).toEqual([INVARIANTS.step])
})

test('a step that is repeated with another key is found', () => {
  const again = [gain(1, 'a'), step('a', 'pay'), gain(2, 'b'), step('b', 'pay', { key: 'chat/s/1/other' })]
  expect(broken(...again)).toEqual([INVARIANTS.step])
})

test('a step that is to be performed once and is repeated is found', () => {
  const again = [gain(1, 'a'), step('a', 'pay', { isOnce: true }), gain(2, 'b'), step('b', 'pay', { isOnce: true })]
  expect(broken(...again)).toEqual([INVARIANTS.once])
})

test('a run with the outcome of a step that never had it is found', () => {
  const ended: HistoryEvent = { type: 'run_end', run: 'run', receipts: { pay: 'y' } }
  expect(broken(step('a', 'pay'), ended)).toEqual([INVARIANTS.step])
})

test('a question that is answered twice is found', () => {
  const sent = send('1', 'x', ['a', 'b'])
  expect(broken(sent, end({ digest: 'a', question: 'q' }, { digest: 'b', question: 'q' }))).toEqual([
    INVARIANTS.question,
  ])
})
