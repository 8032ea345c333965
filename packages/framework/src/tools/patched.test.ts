import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createCuttableJournal, JournalCut } from '../testing/cuttable-journal.ts'
import { createMcpTool } from './builder.ts'
import { createMemoryJournal, type Recording } from './journal.ts'
import { deferred } from './outcome.ts'
import { replayTool } from './replay-tool.ts'
import { runTool } from './run-tool.ts'
import type { McpTool } from './tool.ts'
import { listChangingTools } from './tool-names.ts'
import { mergeVersions } from './tool-versions.ts'

const peer = { answer: () => deferred }
const sure = { response: z.object({ ok: z.boolean() }) }
const accepted = { action: 'accept', content: { ok: true } }

/** The code before the change. */
const before = createMcpTool('pay')
  .elicits({ sure })
  .execute(function* (_, ctx) {
    yield* ctx.elicit('sure', { message: 'Sure?' })
    const paid = yield* ctx.step('pay', () => 'old')
    yield* ctx.elicit('sure', { message: 'Again?' })
    return [paid]
  })
  .build()

/** The code after it: another step in front, and another one at the end. */
const after = createMcpTool('pay')
  .elicits({ sure })
  .execute(function* (_, ctx) {
    const found: string[] = []
    if (yield* ctx.patched('check first')) found.push(yield* ctx.step('check', () => 'checked'))
    yield* ctx.elicit('sure', { message: 'Sure?' })
    found.push(yield* ctx.step('pay', () => 'new'))
    yield* ctx.elicit('sure', { message: 'Again?' })
    if (yield* ctx.patched('tell')) found.push(yield* ctx.step('tell', () => 'told'))
    if (yield* ctx.patched('check first')) found.push('checked first')
    return found
  })
  .build()

/** Goes on in another process. */
const goOn = (tool: McpTool, recording: Recording | undefined, answers = {}) => {
  const journal = createMemoryJournal(recording && structuredClone(recording))
  return runTool(tool, {}, { peer, journal, answers }).then((result) => ({ result, recording: journal.read()! }))
}

test('a new run takes a change, in every process', async () => {
  const first = await goOn(after, undefined)
  expect(first.recording.entries).toMatchObject([{ type: 'patched', key: 'check first' }, { key: 'check' }])
  const second = await goOn(after, first.recording, { sure: accepted })
  const last = await goOn(after, second.recording, { 'sure#2': accepted })
  expect(last.result).toMatchObject({ value: ['checked', 'new', 'told', 'checked first'] })
  expect(last.recording.entries.filter(({ type }) => type === 'patched')).toHaveLength(2)
})

test('R22 a run that was past the place of a change does not take it, and takes those that it reaches later', async () => {
  const waiting = await goOn(before, undefined)
  expect(waiting.recording.entries).toEqual([])
  const second = await goOn(after, waiting.recording, { sure: accepted })
  const third = await goOn(after, second.recording)
  const last = await goOn(after, third.recording, { 'sure#2': accepted })
  expect(last.result).toMatchObject({ type: 'completed', value: ['new', 'told'] })
  const entries = last.recording.entries.map(({ type, at }) => `${type} ${at}`)
  expect(entries).toEqual(['value 0', 'value 1', 'value 2', 'patched ', 'value 3'])
})

test('a recording with changes replays', async () => {
  const { recording } = await goOn(after, (await goOn(after, undefined)).recording, { sure: accepted })
  expect(await replayTool(after, {}, recording)).toBe(undefined)
})

test('R22 whether a change is taken is the same after a cut anywhere', async () => {
  for (let cutAfter = 1; ; cutAfter++) {
    const cut = createCuttableJournal({ cutAfter })
    const answers = { sure: accepted, 'sure#2': accepted }
    const ended = await runTool(after, {}, { peer, journal: cut, answers }).catch((error) => error)
    if (!(ended instanceof JournalCut)) {
      expect(cutAfter).toBeGreaterThan(5)
      break
    }
    const recording = cut.read()
    // A change that is not recorded is not taken: the run may have been past it.
    const entries = JSON.stringify(recording?.entries ?? [])
    const again = await goOn(after, recording, answers)
    const value = (again.result as { value?: string[] }).value!
    expect(value.includes('checked')).toBe(recording === undefined || entries.includes('check first'))
    expect(value.includes('checked first')).toBe(value.includes('checked'))
    if (entries.includes('"tell"')) expect(value).toContain('told')
    expect(await replayTool(after, {}, again.recording)).toMatchObject({ type: 'completed', value })
  }
})

describe('several versions of a tool', () => {
  const build = (version: string | undefined, message: string) => {
    const draft = createMcpTool('ask').elicits({ sure })
    const versioned = version === undefined ? draft : (draft.version(version) as typeof draft)
    return versioned
      .execute(function* (_, ctx) {
        yield* ctx.elicit('sure', { message })
        return `${version}: ${message}`
      })
      .build()
  }
  test('are merged into the newest, and a waiting run goes on with its own', async () => {
    const [v0, v2, v10] = [build(undefined, 'zero'), build('2', 'two'), build('10', 'ten')]
    const waiting = await goOn(v2, undefined)
    const [merged, ...more] = mergeVersions([v2, v10, v0])
    expect(more).toEqual([])
    expect(merged!.version).toBe('10')
    expect(merged!.earlier.map(({ version }) => version)).toEqual(['2', undefined])
    expect(mergeVersions([merged!])[0]!.earlier).toHaveLength(2)
    expect((await goOn(merged!, waiting.recording, { sure: accepted })).result).toMatchObject({ value: '2: two' })
    expect((await goOn(merged!, undefined, { sure: accepted })).result).toMatchObject({ value: '10: ten' })
    expect(() => mergeVersions([v2, build('2', 'other')])).toThrow('two tools are named "ask" in version "2"')
  })

  test('are of one server, so that no run goes on with a tool of another one', () => {
    const own = build('2', 'own')
    const hosted = { ...build(undefined, 'hosted'), origin: 'elsewhere.example' }
    const problem = 'two tools are named "ask", and one of them is of the server "elsewhere.example"'
    for (const tools of [
      [own, hosted],
      [hosted, own],
    ])
      expect(() => mergeVersions(tools)).toThrow(problem)
    const listed: McpTool[] = [own]
    const errors: unknown[] = []
    const list = listChangingTools(
      () => listed,
      (error) => errors.push(error),
    )
    listed.push(hosted, build(undefined, 'zero'))
    expect(list()).toMatchObject([{ version: '2', earlier: [{ version: undefined }] }])
    expect(list()[0]!.earlier[0]).not.toHaveProperty('origin')
    expect(errors).toEqual([expect.objectContaining({ message: problem })])
  })

  test('that a run needs and the tool does not have is refused', async () => {
    const waiting = await goOn(build('1', 'one'), undefined)
    const [merged] = mergeVersions([build('2', 'two'), build('3', 'three')])
    await expect(goOn(merged!, waiting.recording)).rejects.toMatchObject({ name: 'VersionError' })
  })
})
