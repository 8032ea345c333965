import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import type { Store } from '../log/log.ts'
import { createRunJournal } from '../log/run-journal.ts'
import { journalContract } from '../testing/journal-contract.ts'
import { describeContract } from '../testing/vitest.ts'
import { emptyProgress, type Header } from '../tools/journal.ts'
import { createSqliteStore } from './sqlite.ts'

const header: Header = {
  format: 1,
  tool: 'count',
  runId: 'run-1',
  seed: 'seed',
  can: { elicitation: false, sampling: false, roots: false, tasks: false },
  params: '',
  startedAt: 0,
}

function createTemporaryFile() {
  const directory = mkdtempSync(join(tmpdir(), 'sqlite-'))
  const path = join(directory, 'nested', 'runs.db')
  const opened: Store[] = []
  let time = Date.UTC(2026, 0, 1)
  return {
    path,
    advance(ms: number) {
      time += ms
    },
    open() {
      const store = createSqliteStore({ path, now: () => time })
      opened.push(store)
      return store
    },
    close() {
      for (const store of opened) store.close()
      rmSync(directory, { recursive: true })
    },
  }
}

describeContract(
  'the journal of a run in SQLite',
  journalContract(() => {
    const { open, close } = createTemporaryFile()
    return { open: () => createRunJournal(open(), 'run-1'), close }
  }),
)

describe('a sqlite file', () => {
  let storage: ReturnType<typeof createTemporaryFile> | undefined
  const createFile = () => {
    storage = createTemporaryFile()
    return storage
  }
  afterEach(() => {
    storage?.close()
    storage = undefined
  })

  /** Another Node on the same file. */
  function startProcess(path: string, body: string) {
    const script = `
      import { createSqliteStore } from ${JSON.stringify(new URL('./sqlite.ts', import.meta.url).href)}
      import { createRunJournal } from ${JSON.stringify(new URL('../log/run-journal.ts', import.meta.url).href)}
      const journal = createRunJournal(createSqliteStore(${JSON.stringify(path)}), 'run-1')
      const header = ${JSON.stringify(header)}
      const progress = ${JSON.stringify(emptyProgress())}
      const entry = (value) => ({ type: 'value', at: '0', kind: 'step', key: 's', digest: '', time: 0, value })
      ${body}`
    return spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  }

  const valuesIn = async (store: Store) =>
    (await createRunJournal(store, 'run-1').read())!.entries.map((entry) => (entry as { value: string }).value)

  test('a file that several processes create and write at once loses no write', async () => {
    const { path, open } = createFile()
    const names = ['a', 'b', 'c', 'd']
    const processes = names.map((name) =>
      startProcess(
        path,
        `for (let i = 0; i < 50; ) {
          const revision = (await journal.read())?.revision ?? 0
          try {
            await journal.append(revision, { ...(revision === 0 && { header }), entries: [entry('${name}' + i)], progress })
            i++
          } catch (error) {
            if (error.name !== 'JournalConflictError') throw error
          }
        }`,
      ),
    )
    const exits = await Promise.all(processes.map((child) => once(child, 'exit')))
    expect(exits.map(([code]) => code)).toEqual([0, 0, 0, 0])
    const values = await valuesIn(open())
    expect(values).toHaveLength(200)
    for (const name of names) {
      const written = values.filter((value) => value.startsWith(name))
      expect(written).toEqual(Array.from({ length: 50 }, (_, i) => `${name}${i}`))
    }
  })

  test('every write that was acknowledged to a killed process is in the file', async () => {
    const { path, open } = createFile()
    const child = startProcess(
      path,
      `for (let i = 0; ; i++) {
        await journal.append(i, { ...(i === 0 && { header }), entries: [entry('w' + i)], progress })
        process.stdout.write('w' + i + '\\n')
        await new Promise((resolve) => setImmediate(resolve))
      }`,
    )
    let output = ''
    for await (const chunk of child.stdout) {
      output += chunk
      if (output.includes('w20\n')) child.kill('SIGKILL')
    }
    const acknowledged = output.split('\n').slice(0, -1)
    const values = await valuesIn(open())
    expect(acknowledged.length).toBeGreaterThan(20)
    expect(values.slice(0, acknowledged.length)).toEqual(acknowledged)
  })

  test('a journal is read in one consistent state while another process writes', async () => {
    const { path, open } = createFile()
    const child = startProcess(
      path,
      `for (let i = 0; i < 300; i++) await journal.append(i, { ...(i === 0 && { header }), entries: [entry(i)], progress })`,
    )
    const journal = createRunJournal(open(), 'run-1')
    const check = async () => {
      const recording = await journal.read()
      expect(recording?.entries.length).toBe(recording?.revision)
      return recording?.revision
    }
    while (child.exitCode === null) {
      await check()
      await setImmediate()
    }
    expect(await check()).toBe(300)
  })

  test('a write that fails half-way changes nothing', async () => {
    const { open } = createFile()
    const journal = createRunJournal(open(), 'run-1')
    await journal.append(0, { header, entries: [], progress: emptyProgress() })
    const whole = { type: 'halted', at: '1', reason: 'timeout', time: 0 } as const
    const broken = { ...whole, time: 1n as unknown as number }
    await expect(journal.append(1, { entries: [whole, broken], progress: emptyProgress() })).rejects.toThrow(TypeError)
    expect(await journal.read()).toMatchObject({ revision: 1, entries: [] })
    await journal.append(1, { entries: [whole], progress: emptyProgress() })
  })
})
