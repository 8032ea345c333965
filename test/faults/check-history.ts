/**
 * Checks the history of a system that was disturbed. Each invariant has a history in the test that it refuses.
 *
 * Events are in the order in which they were appended to the file: a `write_send` precedes the write, a `fence_gain` and a
 * `write_store` follow theirs. A write that was sent after a later fence was known is therefore certainly late.
 */
import type { HistoryEvent, StepBegin, StoredRecord } from './history.ts'

export const INVARIANTS = {
  command: 'an acknowledged command is in its log, once and at its place',
  place: 'a place in a log is written once, and every reader receives it once and in order',
  write: 'a write is stored once, and every record belongs to a write',
  fence: 'a driver that lost its fence writes nothing',
  step: 'at most the step in flight is repeated, with the same idempotency key',
  once: 'a step that is to be performed once is not repeated',
  question: 'a question is answered once',
} as const

export type Invariant = (typeof INVARIANTS)[keyof typeof INVARIANTS]

export interface Violation {
  invariant: Invariant
  detail: string
}

export interface Checked {
  /** How often each invariant was checked. */
  counts: Map<Invariant, number>
  violations: Violation[]
}

type Of<T extends HistoryEvent['type']> = Extract<HistoryEvent, { type: T }>
type Check = (invariant: Invariant, holds: boolean, detail: () => string) => void

export function checkHistory(history: readonly HistoryEvent[]): Checked {
  const counts = new Map<Invariant, number>()
  const violations: Violation[] = []
  const check: Check = (invariant, holds, detail) => {
    counts.set(invariant, (counts.get(invariant) ?? 0) + 1)
    if (!holds) violations.push({ invariant, detail: detail() })
  }
  const streams = Map.groupBy(
    history.filter((event) => 'stream' in event),
    ({ stream }) => stream,
  )
  for (const [stream, events] of streams) checkStream(stream, events, check)
  checkSteps(history, check)
  return { counts, violations }
}

const pick = <T extends HistoryEvent['type']>(events: readonly HistoryEvent[], type: T): Of<T>[] =>
  events.filter((event): event is Of<T> => event.type === type)

interface Attempt {
  fence: number | undefined
  digests: string[]
}

/** What was sent to the store, in one attempt or several: a command is decided anew, perhaps by another driver. */
interface Write {
  name: string
  attempts: Attempt[]
  /** The attempts that the store acknowledged as new. */
  stored: (Attempt & { lsn: number })[]
}

function checkStream(stream: string, events: readonly HistoryEvent[], check: Check): void {
  const writes = collectWrites(events)
  checkFences(stream, events, check)
  const end = pick(events, 'stream_end').at(-1)
  const owners = checkPlaces(stream, writes, end?.records, check)
  checkFenceOrder(stream, owners, check)
  if (end === undefined) return
  checkCommands(stream, events, end.records, check)
  checkReaders(stream, events, end.records, check)
  const questions = end.records.flatMap(({ question }) => question ?? [])
  for (const [question, { length }] of Map.groupBy(questions, (question) => question))
    check(INVARIANTS.question, length === 1, () => `${question} of ${stream} has ${length} answers`)
}

function collectWrites(events: readonly HistoryEvent[]): Write[] {
  const places = new Map<string, number>()
  for (const { attempt, lsn, isRepeated } of pick(events, 'write_store')) if (!isRepeated) places.set(attempt, lsn)
  return [...Map.groupBy(pick(events, 'write_send'), ({ write }) => write)].map(([name, sent]) => ({
    name,
    attempts: sent.map(({ fence, digests }) => ({ fence, digests })),
    stored: sent.flatMap(({ attempt, fence, digests }) => {
      const lsn = places.get(attempt)
      return lsn === undefined ? [] : [{ lsn, fence, digests }]
    }),
  }))
}

/** No write is stored that was sent after a later fence was known, and no fence is given to two nodes. */
function checkFences(stream: string, events: readonly HistoryEvent[], check: Check): void {
  const stored = new Set(
    pick(events, 'write_store').flatMap(({ attempt, isRepeated }) => (isRepeated ? [] : [attempt])),
  )
  const nodes = new Map<number, string>()
  let last = 0
  for (const event of events) {
    if (event.type === 'fence_gain') {
      const holder = nodes.get(event.fence) ?? event.node
      nodes.set(event.fence, event.node)
      last = Math.max(last, event.fence)
      check(
        INVARIANTS.fence,
        holder === event.node,
        () => `${holder} and ${event.node} have fence ${event.fence} of ${stream}`,
      )
    }
    if (event.type !== 'write_send' || event.fence === undefined) continue
    const { fence, attempt, node } = event
    const after = last
    check(
      INVARIANTS.fence,
      fence >= after || !stored.has(attempt),
      () => `${node} wrote to ${stream} with fence ${fence} after fence ${after} was given`,
    )
  }
}

interface Owner {
  name: string
  fence: number | undefined
}

/** Finds the write of each place. Returns them in the order of the places. */
function checkPlaces(
  stream: string,
  writes: readonly Write[],
  records: readonly StoredRecord[] | undefined,
  check: Check,
): Owner[] {
  const owners = new Map<number, Owner>()
  const own = (name: string, first: number, { fence, digests }: Attempt) => {
    for (let place = first; place < first + digests.length; place++) {
      const other = owners.get(place)
      owners.set(place, { name, fence })
      check(INVARIANTS.place, other === undefined, () => `${other?.name} and ${name} are at ${place} of ${stream}`)
    }
  }
  const isAt = (first: number, { digests }: Attempt) =>
    digests.every((digest, i) => records?.[first - 1 + i]?.digest === digest)
  for (const { name, stored } of writes) {
    check(INVARIANTS.write, stored.length <= 1, () => `${name} of ${stream} was stored ${stored.length} times`)
    for (const attempt of stored) {
      const first = attempt.lsn - attempt.digests.length + 1
      own(name, first, attempt)
      const holds = records === undefined || isAt(first, attempt)
      check(INVARIANTS.write, holds, () => `${name} was acknowledged at ${attempt.lsn} of ${stream} and is not there`)
    }
  }
  // The acknowledgements of these were lost, or their processes were killed.
  const silent = writes.filter(({ stored }) => stored.length === 0)
  for (let place = 1; place <= (records?.length ?? 0); place++) {
    if (owners.has(place)) continue
    const match = ({ attempts }: Write) => attempts.find((one) => one.digests.length > 0 && isAt(place, one))
    const found = silent.findIndex((write) => match(write) !== undefined)
    check(
      INVARIANTS.write,
      found !== -1,
      () => `no write explains place ${place} of ${stream}, or one was stored twice`,
    )
    const [write] = found === -1 ? [] : silent.splice(found, 1)
    if (write !== undefined) own(write.name, place, match(write)!)
  }
  return [...owners].toSorted(([a], [b]) => a - b).map(([, owner]) => owner)
}

function checkFenceOrder(stream: string, owners: readonly Owner[], check: Check): void {
  let last = 0
  for (const { name, fence } of owners) {
    if (fence === undefined) continue
    const before = last
    check(INVARIANTS.fence, fence >= before, () => `${name} in ${stream} follows a write with fence ${before}`)
    last = Math.max(last, fence)
  }
}

function checkCommands(
  stream: string,
  events: readonly HistoryEvent[],
  records: readonly StoredRecord[],
  check: Check,
) {
  const places = Map.groupBy(records.keys(), (i) => records[i]!.commandId)
  for (const { commandId, lsn } of pick(events, 'command_acknowledge')) {
    const found = places.get(commandId)?.map((i) => i + 1) ?? []
    check(
      INVARIANTS.command,
      found.length === 1 && (lsn === undefined || found[0] === lsn),
      () => `${commandId} of ${stream} was acknowledged at ${lsn} and is at [${found}]`,
    )
  }
}

function checkReaders(stream: string, events: readonly HistoryEvent[], records: readonly StoredRecord[], check: Check) {
  for (const [reader, read] of Map.groupBy(pick(events, 'records_read'), (event) => event.reader)) {
    let next = read[0]!.lsn
    for (const { lsn, digests } of read) {
      const expected = records.slice(lsn - 1, lsn - 1 + digests.length).map(({ digest }) => digest)
      const from = next
      check(
        INVARIANTS.place,
        lsn === from && digests.join() === expected.join(),
        () => `${reader} of ${stream} received ${digests.length} records at ${lsn}, expected at ${from}`,
      )
      next = lsn + digests.length
    }
  }
}

/** A step as one driver performed it. A driver is a node with a fence: the same node may drive a stream again later. */
type Performed = StepBegin & { fence: number | undefined }

function checkSteps(history: readonly HistoryEvent[], check: Check): void {
  const ends = new Map(pick(history, 'run_end').map(({ run, receipts }) => [run, receipts]))
  for (const [run, performed] of Map.groupBy(collectSteps(history), (step) => step.run)) {
    for (const [step, times] of Map.groupBy(performed, ({ step }) => step)) {
      const keys = new Set(times.map(({ key }) => key))
      check(INVARIANTS.step, keys.size === 1, () => `${step} of ${run} has several keys: ${[...keys]}`)
      if (times[0]!.isOnce)
        check(INVARIANTS.once, times.length === 1, () => `${step} of ${run} was performed ${times.length} times`)
    }
    for (const [fiber, inFiber] of Map.groupBy(performed, ({ fiber }) => fiber))
      checkFiber(`${run} ${fiber}`, inFiber, check)
    for (const [step, receipt] of Object.entries(ends.get(run) ?? {})) {
      const isKnown = performed.some((one) => one.step === step && one.receipt === receipt)
      check(INVARIANTS.step, isKnown, () => `${step} of ${run} never returned ${receipt}`)
    }
  }
}

function checkFiber(name: string, performed: readonly Performed[], check: Check): void {
  const drivers = Map.groupBy(
    performed.filter(({ fence }) => fence !== undefined),
    ({ fence }) => fence!,
  )
  const later = new Set<string>()
  for (const [fence, own] of [...drivers].toSorted(([a], [b]) => b - a)) {
    const steps = own.map(({ step }) => step)
    const repeated = steps.filter((step) => later.has(step))
    check(
      INVARIANTS.step,
      new Set(steps).size === steps.length && repeated.length <= 1,
      () => `with fence ${fence} ${name} performed ${steps}, of which later drivers repeated [${repeated}]`,
    )
    for (const step of steps) later.add(step)
  }
}

function collectSteps(history: readonly HistoryEvent[]): Performed[] {
  /** The last fence of each node, by stream. */
  const fences = new Map<string, number>()
  const performed: Performed[] = []
  for (const event of history) {
    if (event.type === 'fence_gain') fences.set(`${event.node} ${event.stream}`, event.fence)
    if (event.type !== 'step_begin') continue
    const owners = toOwners(event.key).map((stream) => fences.get(`${event.node} ${stream}`))
    performed.push({ ...event, fence: owners.find((fence) => fence !== undefined) })
  }
  return performed
}

/** The streams that a step may belong to. An idempotency key begins with the id of its run. */
function toOwners(key: string): string[] {
  const [first, second] = key.split('/')
  return first === 'chat' ? [`chat/${second}`] : [`task/${first}`, `call/${first}`]
}
