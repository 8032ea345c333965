import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  accept,
  createCuttableJournal,
  createScriptedPeer,
  cutEverywhere,
  JournalCut,
  silence,
} from '../../testing/index.ts'
import { createMemoryJournal } from '../../tools/journal.ts'
import type { Peer } from '../../tools/peer.ts'
import { IDEMPOTENCY_META } from '../core/idempotency.ts'
import type { HostedServer } from './connect-mcp.ts'
import { HostedCallError, HostedCallInterruptedError } from './errors.ts'
import { call, errorOf, textOf } from './fixtures/run-hosted.ts'
import { startExternal, type Wire } from './fixtures/start-external.ts'

const quiet = { onError() {} }

/** Opens the first question of a tool, in a run whose process then goes away. */
async function leaveOpen(server: HostedServer, key: string, tool = 'reserve') {
  const journal = createCuttableJournal()
  const parked = await call(server, tool, createScriptedPeer({ answers: { [key]: silence() } }), { journal })
  if (parked.type !== 'parked') throw new Error(parked.type)
  return { id: parked.questions[0]!.id, journal }
}

/** Returns the journal of a call of `book` whose process has died so often before it sent its first request. */
async function dieOften(server: HostedServer, times: number) {
  let journal = createCuttableJournal()
  for (let death = 1; death <= times; death++) {
    // The first write says that the request starts. A later process writes before it that the last start was interrupted.
    journal = journal.reopen({ cutAfter: death === 1 ? 1 : 2 })
    await expect(call(server, 'book', undefined, { journal })).rejects.toThrow(JournalCut)
  }
  return journal.reopen()
}

describe.each<Wire>(['stdio', 'http'])('a run that calls a 2026 server over %s', (wire) => {
  const answers = { name: accept({ name: 'Ada' }), sure: accept({ ok: true }) }

  test('goes on over another connection when its process died while a question was open', async () => {
    await using external = await startExternal(wire, '2026')
    const first = await external.connect(quiet)
    const { journal } = await leaveOpen(first, 'name')
    await first.close()
    await using second = await external.connect(quiet)
    const result = await call(second, 'reserve', createScriptedPeer({ answers }), { journal: journal.reopen() })
    expect(result).toMatchObject({ value: { structured: { name: 'Ada', sure: 'accept' } } })
    expect(external.notes()).toEqual(['book begins', 'book for Ada', 'book ends'])
  })

  test('has the same result wherever its process is killed, with a tool that may be called again', async () => {
    await using external = await startExternal(wire, '2026')
    await using server = await external.connect(quiet)
    const { whole, cuts } = await cutEverywhere((journal) =>
      call(server, 'book', createScriptedPeer({ answers }), { journal }),
    )
    expect(cuts.length).toBeGreaterThan(4)
    for (const { result } of cuts) expect(result).toEqual(whole)
  })

  test('is interrupted, and sends nothing again, when it died while a tool ran that may not be called again', async () => {
    await using external = await startExternal(wire, '2026')
    await using server = await external.connect(quiet)
    const journal = createCuttableJournal({ cutAfter: 1 })
    await expect(call(server, 'again', undefined, { journal })).rejects.toThrow(JournalCut)
    const error = errorOf(await call(server, 'again', undefined, { journal: journal.reopen() }))
    expect(error).toBeInstanceOf(HostedCallInterruptedError)
    expect(error?.message).toContain('It is not sent again')
    expect(external.notes()).toEqual([])
  })

  test('sends a request again once by itself, with a tool that may be called again', async () => {
    await using external = await startExternal(wire, '2026')
    await using server = await external.connect(quiet)
    const result = await call(server, 'book', createScriptedPeer({ answers }), { journal: await dieOften(server, 1) })
    expect(result).toMatchObject({ value: { structured: { name: 'Ada', sure: 'accept' } } })
    const again = await call(server, 'book', undefined, { journal: await dieOften(server, 2) })
    expect(errorOf(again)).toBeInstanceOf(HostedCallInterruptedError)
  })

  test('calls again at its pace when there is nothing to ask', async () => {
    await using external = await startExternal(wire, '2026')
    await using server = await external.connect(quiet)
    const before = Date.now()
    expect(textOf(await call(server, 'again'))).toBe('at last')
    expect(Date.now() - before).toBeGreaterThanOrEqual(2 * 250)
    expect(external.notes()).toEqual(['again 0', 'again 1', 'again 2'])
  })

  test('stops a server that asks without end', async () => {
    await using external = await startExternal(wire, '2026')
    await using server = await external.connect(quiet)
    const error = errorOf(
      await call(server, 'endless', createScriptedPeer({ answers: { more: () => accept({ ok: true }) } })),
    )
    expect(error?.message).toBe('endless of external failed: it asked 51 times, and at most 50 are allowed')
  })
})

test('a fork of a run sends its requests to a server with idempotency keys of its own', async () => {
  await using external = await startExternal('http', '2026')
  await using server = await external.connect(quiet)
  const { journal } = await leaveOpen(server, 'name')
  const sent = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => sent.mockRestore())
  const keys: unknown[] = []
  for (const forkId of [undefined, undefined, 'fork']) {
    const { header, ...recording } = journal.reopen().read()!
    const copy = createMemoryJournal({ ...recording, header: { ...header, ...(forkId !== undefined && { forkId }) } })
    sent.mockClear()
    await call(server, 'reserve', createScriptedPeer({ answers: { name: accept({ name: 'Ada' }), sure: silence() } }), {
      journal: copy,
    })
    const bodies = sent.mock.calls.map(([, init]) => JSON.parse(String(init?.body)))
    keys.push(bodies.map(({ params }) => params?._meta?.[IDEMPOTENCY_META]).find((key) => key !== undefined))
  }
  expect(keys).toEqual([expect.any(String), keys[0], `fork/${keys[0]}`])
})

describe.each<Wire>(['stdio', 'http'])('a run that calls a 2025 server over %s', (wire) => {
  test('is interrupted when its process died while a question was open, and waits for no answer', async () => {
    await using external = await startExternal(wire, '2025')
    const first = await external.connect(quiet)
    const { journal } = await leaveOpen(first, 'question')
    await first.close()
    await using second = await external.connect(quiet)
    const result = await call(second, 'reserve', createScriptedPeer({ answers: { question: silence() } }), {
      journal: journal.reopen(),
    })
    expect(errorOf(result)).toBeInstanceOf(HostedCallInterruptedError)
    expect(external.notes()).toEqual(['book begins'])
  })

  test('is interrupted by an answer, too, when the call that asked is gone', async () => {
    await using external = await startExternal(wire, '2025')
    const first = await external.connect(quiet)
    const { id, journal } = await leaveOpen(first, 'question')
    await first.close()
    await using second = await external.connect(quiet)
    const answers = { [id]: accept({ name: 'Ada' }) }
    const result = await call(second, 'reserve', undefined, { journal: journal.reopen(), answers })
    expect(errorOf(result)).toBeInstanceOf(HostedCallInterruptedError)
    expect(external.notes()).toEqual(['book begins'])
  })

  test('starts again once by itself when its process died, with a tool that may be called again', async () => {
    await using external = await startExternal(wire, '2025')
    const first = await external.connect(quiet)
    const { journal } = await leaveOpen(first, 'question', 'book')
    await first.close()
    const second = await external.connect(quiet)
    const peer = () => createScriptedPeer({ answers: { question: [silence(), silence()] } })
    const parked = await call(second, 'book', peer(), { journal: journal.reopen() })
    expect(parked.type).toBe('parked')
    expect(external.notes()).toEqual(['book begins', 'book begins'])
    await second.close()
    await using third = await external.connect(quiet)
    const result = await call(third, 'book', peer(), { journal: journal.reopen() })
    expect(errorOf(result)).toBeInstanceOf(HostedCallInterruptedError)
    expect(external.notes()).toEqual(['book begins', 'book begins'])
  })

  test('goes on when it is rebuilt in the process that holds the call', async () => {
    await using external = await startExternal(wire, '2025')
    await using server = await external.connect(quiet)
    const { journal } = await leaveOpen(server, 'question')
    const answers = { question: [accept({ name: 'Ada' }), accept({ ok: true })] }
    const result = await call(server, 'reserve', createScriptedPeer({ answers }), { journal: journal.reopen() })
    expect(result).toMatchObject({ value: { structured: { name: 'Ada' } } })
    expect(external.notes()).toEqual(['book begins', 'book for Ada', 'book ends'])
  })

  test('refuses a second answer to the same question', async () => {
    await using external = await startExternal(wire, '2025')
    await using server = await external.connect(quiet)
    const { journal } = await leaveOpen(server, 'question')
    const before = JSON.stringify(journal.read())
    const answers = { question: [accept({ name: 'Ada' }), accept({ ok: true })] }
    await call(server, 'reserve', createScriptedPeer({ answers }), { journal: journal.reopen() })
    const stale = { read: () => JSON.parse(before), append() {} }
    const result = await call(server, 'reserve', createScriptedPeer({ answers: { question: silence() } }), {
      journal: stale,
    })
    expect(errorOf(result)).toBeInstanceOf(HostedCallInterruptedError)
  })

  test('lets other calls run while one waits for its answer', async () => {
    await using external = await startExternal(wire, '2025')
    await using server = await external.connect(quiet)
    await leaveOpen(server, 'question')
    expect(textOf(await call(server, 'work'))).toBe('worked')
  })

  test('cancels the call when it is cancelled while a question is open', async () => {
    await using external = await startExternal(wire, '2025')
    await using server = await external.connect(quiet)
    const cancel = new AbortController()
    const peer: Peer = { answer: (_, signal) => untilWithdrawn(signal, () => cancel.abort()) }
    expect(await call(server, 'patient', peer, { signal: cancel.signal })).toMatchObject({ type: 'cancelled' })
    await vi.waitFor(() => expect(external.notes()).toEqual(['patient begins', 'patient cancelled']))
  })

  test('is interrupted, and sends nothing again, when it died while any tool ran', async () => {
    await using external = await startExternal(wire, '2025')
    await using server = await external.connect(quiet)
    const journal = createCuttableJournal({ cutAfter: 1 })
    await expect(call(server, 'reserve', undefined, { journal })).rejects.toThrow(JournalCut)
    const error = errorOf(await call(server, 'reserve', undefined, { journal: journal.reopen() }))
    expect(error).toBeInstanceOf(HostedCallInterruptedError)
    expect(external.notes()).toEqual([])
  })

  test('withdraws a question that the server no longer waits for', async () => {
    await using external = await startExternal(wire, '2025')
    await using server = await external.connect(quiet)
    const result = await call(server, 'impatient', { answer: (_, signal) => untilWithdrawn(signal) })
    expect(textOf(result)).toBe('too late')
  })

  test('fails when the server dies while it asks', async () => {
    await using external = await startExternal(wire, '2025')
    await using server = await external.connect(quiet)
    const result = await call(server, 'collapse', { answer: (_, signal) => untilWithdrawn(signal) })
    expect(errorOf(result)).toBeInstanceOf(HostedCallError)
    expect(errorOf(result)?.message).toMatch(/^collapse of external failed: the connection was lost/)
  })
})

/** A person who does not answer before the question is withdrawn. */
function untilWithdrawn(signal: AbortSignal, asked?: () => void): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    asked?.()
  })
}
