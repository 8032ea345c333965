import {
  createMcpTool,
  createMemoryJournal,
  type McpTool,
  type Peer,
  type Recording,
  runTool,
  succeeded,
} from '@sweatpants/framework'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createTrip } from './fixtures/trip.ts'
import { type Replayed, replay } from './replay.ts'

const params = { to: 'Vienna' }

const peer: Peer = {
  answer(effect) {
    if (effect.type === 'elicit') return succeeded({ action: 'accept', content: { day: 3 } })
    if (effect.type === 'sample') return succeeded({ content: { type: 'text', text: 'sunny' }, model: 'test' })
    return succeeded(undefined)
  },
}

async function record(tool: McpTool, given: unknown): Promise<Recording> {
  const journal = createMemoryJournal()
  await runTool(tool, given, { peer, journal })
  return journal.read()!
}

const view = ({ run }: Replayed) =>
  run.happenings.map((one) => (one.type === 'effect' ? `${one.kind} ${one.key}: ${one.state}` : one.message))

let trip: ReturnType<typeof createTrip>
let recording: Recording
beforeEach(async () => {
  trip = createTrip()
  recording = await record(trip.tool, params)
})

const replayAt = (at: number, tool: McpTool = trip.tool) => replay(tool, params, recording, at)

test('a replay shows the effects and outcomes up to each entry, and performs no side effects', async () => {
  const { length } = trip.done
  expect(view(await replayAt(0))).toEqual(['to Vienna', 'now : pending'])
  expect(view(await replayAt(1))).toEqual([
    'to Vienna',
    'now : value',
    'step seats: pending',
    'looking up',
    'sample sample: pending',
  ])
  expect(view(await replayAt(3)).slice(-2)).toEqual(['sleep : pending', 'elicit when: pending'])
  expect(view(await replayAt(4)).slice(-3)).toEqual(['sleep : halted', 'elicit when: value', 'step pay: pending'])
  for (let at = 0; at <= recording.entries.length; at++) expect(await replayAt(at)).toMatchObject({ at })
  expect(trip.done).toHaveLength(length)
})

test('a replay shows a once step that has started and not ended', async () => {
  const started = recording.entries.findIndex(({ type }) => type === 'started')
  const { run } = await replayAt(started + 1)
  expect(run.happenings.at(-1)).toMatchObject({ kind: 'step', key: 'pay', state: 'pending', started: true })
})

test('a replay of all entries stops as the run did', async () => {
  const { run, length, source } = await replayAt(recording.entries.length)
  expect(run.stop).toMatchObject({ type: 'completed', value: { weather: 'sunny', day: 3 } })
  expect(length).toBe(recording.entries.length)
  expect(source).toBeUndefined()
})

test('a replay shows the lines at which the tool waits', async () => {
  const { source } = await replayAt(1)
  const marked = source!.marked.map((line) => source!.lines[line - source!.first])
  expect(source!.file).toMatch(/fixtures\/trip\.ts$/)
  expect(marked).toEqual([
    expect.stringContaining("ctx.step('seats'"),
    expect.stringContaining('inner.sample({ prompt'),
  ])
})

test('a replay of a cancelled run goes through its finally block', async () => {
  const journal = createMemoryJournal()
  const cancel = new AbortController()
  const waiting: Peer = {
    answer: (effect, signal) => (effect.type === 'elicit' ? wait(cancel, signal) : peer.answer(effect, signal)),
  }
  await runTool(trip.tool, params, { peer: waiting, journal, signal: cancel.signal })
  recording = journal.read()!
  expect((await replayAt(recording.entries.length)).run.stop).toMatchObject({ type: 'cancelled' })
  expect(view(await replayAt(recording.entries.length - 1)).at(-1)).toBe('step tidy: pending')
})

async function wait(cancel: AbortController, signal: AbortSignal): Promise<never> {
  cancel.abort()
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

test('a replay of a journal that does not match the code stops as broken and says where', async () => {
  const other = createMcpTool('trip')
    .parameters(z.object({ to: z.string() }))
    .execute(function* (_, ctx) {
      yield* ctx.step('begin', () => 1)
    })
    .build()
  expect((await replayAt(1, other)).run.stop).toEqual({
    type: 'broken',
    error: {
      name: 'DivergenceError',
      message: expect.stringContaining('the journal has now "" at 0, but the tool asks for step "begin" at 0'),
    },
  })
})

test('a replay executes the phases of a handoff and holds their steps', async () => {
  let dealt = 0
  const tool = createMcpTool('deal')
    .elicits({ when: { response: z.object({ day: z.number() }) } })
    .handoff({
      *before(_, ctx) {
        return yield* ctx.step('deal', () => ++dealt)
      },
      *client(_, ctx) {
        return (yield* ctx.elicit('when', { message: 'When?' })).action
      },
      *after(_, action) {
        return action
      },
    })
    .build()
  recording = await record(tool, {})
  const at = (entries: number) => replay(tool, {}, recording, entries)
  expect(view(await at(0))).toEqual(['phase before: pending', 'step deal: pending'])
  expect((await at(recording.entries.length)).run.stop).toMatchObject({ type: 'completed', value: 'accept' })
  expect(dealt).toBe(1)
})
