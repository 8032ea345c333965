import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChatState, emptyState, type LogEntry, type Patch, reduce } from '@sweatpants/framework/chat'
import { readRun } from '@sweatpants/framework/log'
import { expect, vi } from 'vitest'
import { Client } from './client.ts'
import type { Kill } from './kill.ts'
import { type Note, readNotes } from './notes.ts'
import { openStore, type StorePlace } from './open-store.ts'
import { converse, type Story } from './person.ts'
import { Servers } from './servers.ts'

export interface Crash {
  /** The server's program. */
  program: string
  place: StorePlace
  /** Each of a server of its own, one after the other. */
  kills?: readonly Kill[]
  /** The patch at which the server is killed from outside, as soon as a reader has it. */
  killWhenSeen?: number
}

export interface Outcome {
  story: Story
  notes: Note[]
}

/** Plays a conversation to its end through the given kills, and checks what must hold in every case. */
export async function survive({ program, place, kills = [], killWhenSeen }: Crash): Promise<Outcome> {
  const directory = mkdtempSync(join(tmpdir(), 'chat-notes-'))
  const notesPath = join(directory, 'notes')
  try {
    await using servers = new Servers(program, { place, notes: notesPath }, kills)
    const client = new Client(servers)
    const story = await converse(client, (lsn) => lsn === killWhenSeen && servers.kill())
    const log = await readAll(client, story)
    const { state } = await client.get<{ state: ChatState }>(`/${story.sessionId}`)
    const repeated = await Promise.all(
      story.acknowledged.map(({ command }) => client.command(story.sessionId, command)),
    )
    await expectNoRuns(place, readNotes(notesPath))
    await servers.close()

    const notes = readNotes(notesPath)
    expect(servers.complaints).toBe('')
    expect(servers.killed).toBe(kills.filter((kill) => isReached(kill, log, notes)).length + (killWhenSeen ? 1 : 0))
    expectWholeLog(story, log)
    expect(state).toEqual(log.reduce((before, { event, lsn }) => reduce(before, event, lsn), emptyState))
    expectCommands(story, log, repeated)
    expectStepsOnce(notes)
    return { story, notes }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** How often journals are written depends on what comes together; the patches are always the same. */
const isReached = ({ of, at }: Kill, log: LogEntry<Patch>[], notes: Note[]): boolean =>
  at <= (of === 'log' ? log.length : notes.filter(({ type }) => type === 'written').length)

/** What a page reads that is opened when all is over. */
async function readAll(client: Client, { sessionId, seen }: Story): Promise<LogEntry<Patch>[]> {
  const log: LogEntry<Patch>[] = []
  const enough = new AbortController()
  for await (const entry of client.follow(sessionId, enough.signal)) {
    log.push(entry)
    if (entry.lsn >= seen.at(-1)!.lsn) enough.abort()
  }
  return log
}

/** No reader sees a gap or a repeat, and nothing that was seen is ever taken back. */
function expectWholeLog({ seen }: Story, log: LogEntry<Patch>[]): void {
  expect(seen.map(({ lsn }) => lsn)).toEqual(seen.map((_, index) => index + 1))
  expect(seen).toEqual(log)
}

/** What was acknowledged is in the log, once, where the acknowledgement says; and is acknowledged in the same way again. */
function expectCommands({ acknowledged }: Story, log: LogEntry<Patch>[], repeated: number[]): void {
  const places = log.flatMap(({ lsn, event }) => ('commandId' in event ? [{ commandId: event.commandId, lsn }] : []))
  const expected = acknowledged.map(({ command: { commandId }, lsn }) => ({ commandId, lsn }))
  expect(places).toEqual(expected.toSorted((a, b) => a.lsn - b.lsn))
  expect(repeated).toEqual(acknowledged.map(({ lsn }) => lsn))
}

/** A step whose outcome is recorded never runs again; one that was in flight does, with the same key. */
function expectStepsOnce(notes: readonly Note[]): void {
  const recorded = new Set<string>()
  const keys = new Map<string, string>()
  for (const note of notes) {
    if (note.type === 'recorded') {
      expect(recorded).not.toContain(note.idempotencyKey)
      recorded.add(note.idempotencyKey)
    }
    if (note.type !== 'ran') continue
    const { step, idempotencyKey } = note
    expect(recorded).not.toContain(idempotencyKey)
    expect(keys.get(step) ?? idempotencyKey).toBe(idempotencyKey)
    keys.set(step, idempotencyKey)
  }
  expect([...keys.keys()].toSorted()).toEqual(['book', 'pay', 'search'])
}

/** When the turns are over their journals go, even if the process that should remove them is dead. */
async function expectNoRuns(place: StorePlace, notes: readonly Note[]): Promise<void> {
  const runIds = new Set(notes.flatMap((note) => (note.type === 'written' ? [note.runId] : [])))
  const store = await openStore(place)
  try {
    for (const runId of runIds) {
      await vi.waitFor(async () => expect(await readRun(store, runId)).toBe(undefined), 5_000)
    }
  } finally {
    await store.close()
  }
}

const VARIES = new Set(['timestamp', 'startedAt', 'attempt', 'lsn', 'sessionId'])

/** The state without what differs from one conversation to the next. */
export const withoutTimes = (state: ChatState): unknown =>
  JSON.parse(JSON.stringify(state, (key, value) => (VARIES.has(key) ? undefined : value)))
