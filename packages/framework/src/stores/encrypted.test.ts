import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { mintSecret } from '../keys/keyring.ts'
import type { Log, Store } from '../log/log.ts'
import { createMemoryStore } from '../log/memory.ts'
import { createRunJournal } from '../log/run-journal.ts'
import { journalContract } from '../testing/journal-contract.ts'
import { logContract } from '../testing/log-contract.ts'
import { describeContract } from '../testing/vitest.ts'
import { StoreError } from '../tools/errors.ts'
import { createEncryptedStore, isEncrypted } from './encrypted.ts'
import { createSqliteStore } from './sqlite.ts'

const directory = mkdtempSync(join(tmpdir(), 'encrypted-'))
afterAll(() => rmSync(directory, { recursive: true }))

const KEYS = [mintSecret()]

function createClock() {
  let time = Date.UTC(2026, 0, 1)
  const advance = (ms: number) => {
    time += ms
  }
  return { now: () => time, advance }
}

describeContract(
  'two encrypted stores in one memory',
  logContract(() => {
    const { now, advance } = createClock()
    const store = createMemoryStore({ now })
    const open = () => createEncryptedStore(store, KEYS)
    return { open, again: open, advance }
  }),
)

const createPath = () => join(directory, `${crypto.randomUUID()}.db`)

describeContract(
  'two encrypted stores on one SQLite file',
  logContract(
    () => {
      const { now, advance } = createClock()
      const path = createPath()
      const opened: Store[] = []
      const open = () => {
        const store = createSqliteStore({ path, now })
        opened.push(store)
        return createEncryptedStore(store, KEYS)
      }
      const close = async () => {
        for (const store of opened) await store.close()
      }
      return { open, again: open, advance, close }
    },
    { isLocal: true },
  ),
)

describeContract(
  'the journal of a run in an encrypted store',
  journalContract(async () => {
    const store = await createEncryptedStore(createSqliteStore(':memory:'), KEYS)
    return { open: () => createRunJournal(store, 'run-1'), close: () => store.close() }
  }),
)

describe('an encrypted SQLite file', () => {
  const SECRET = 'the launch code is 1234'
  let path: string
  beforeEach(() => {
    path = createPath()
  })

  async function withStore(
    keys: readonly string[],
    act: (log: Log<string>, store: Store) => Promise<void>,
    onError?: (error: unknown) => void,
  ) {
    const inner = createSqliteStore(path)
    try {
      const store = await createEncryptedStore(inner, keys, { ...(onError && { onError }) })
      await act(store.log('chat'), store)
    } finally {
      await inner.close()
    }
  }
  const tamper = (sql: string) => {
    using database = new DatabaseSync(path)
    database.exec(sql)
  }
  const fill = () =>
    withStore(KEYS, async (log) => {
      for (const id of ['a', 'b']) {
        const questions = [{ key: 'q1', to: ['user:ada'], body: SECRET }]
        await log.create(id, { principal: 'ada', about: SECRET, register: SECRET, events: [SECRET], questions })
        await log.append(id, { events: [`${SECRET} again`, 'third'], commandId: 'c' })
        await log.keepSnapshot(id, 2, { of: id, SECRET })
      }
    })

  test('does not contain what was said, and is read with its key', async () => {
    await fill()
    for (const file of [path, `${path}-wal`]) {
      let content = ''
      try {
        content = readFileSync(file, 'latin1')
      } catch {
        // The last connection has removed the write-ahead log.
      }
      expect(content).not.toContain('launch')
    }
    await withStore(KEYS, async (log, store) => {
      expect(await log.read('a', 0)).toEqual([
        { lsn: 1, event: SECRET },
        { lsn: 2, event: `${SECRET} again` },
        { lsn: 3, event: 'third' },
      ])
      expect(await log.get('a')).toMatchObject({ principal: 'ada', about: SECRET, register: SECRET })
      expect(await log.snapshot('a')).toEqual({ lsn: 2, state: { of: 'a', SECRET } })
      expect(await store.questions.list(['user:ada'])).toMatchObject([{ body: SECRET }, { body: SECRET }])
    })
  })

  test.each([
    [
      'records of two streams',
      'update records set stream = -stream; update records set stream = 5 + stream',
      (log: Log<string>) => log.read('a', 0),
    ],
    [
      'records of one stream',
      'update records set lsn = -lsn; update records set lsn = 4 + lsn',
      (log: Log<string>) => log.read('a', 0),
    ],
    [
      'the headers of two streams',
      "update streams set about = (select about from streams where id = 'b') where id = 'a'",
      (log: Log<string>) => log.get('a'),
    ],
    ['a register and the text of a list', 'update streams set register = about', (log: Log<string>) => log.get('a')],
    ['the place of a snapshot', 'update snapshots set lsn = 1', (log: Log<string>) => log.snapshot('a')],
    ['a record for a clear one', `update records set event = '"clear"'`, (log: Log<string>) => log.read('a', 0)],
  ])('refuses a swap of %s', async (_, sql, read) => {
    await fill()
    tamper(sql)
    await withStore(KEYS, async (log) => {
      const error = await Promise.resolve(read(log)).then(
        () => undefined,
        (error: Error) => error,
      )
      expect(error).toBeInstanceOf(StoreError)
      expect(error!.message).toBe('the store cannot be read with the keys of this server')
    })
  })

  test('refuses other keys before anything is written with them', async () => {
    await fill()
    await expect(withStore([mintSecret()], async () => {})).rejects.toThrow(
      /^the store was encrypted with key \S+, which is not among these keys; put it at the end of the list$/,
    )
  })

  test('refuses a store with runs in clear, which is read without keys afterwards', async () => {
    const store = createSqliteStore(path)
    const run = { tool: 'order', state: 'completed', startedAt: 0 } as const
    await store.log('run').create('a', { about: null, events: [], run })
    await store.close()
    await expect(withStore(KEYS, async () => {})).rejects.toThrow(
      'the store has runs in clear, and encryption begins with an empty store; open it without keys, or use another store',
    )
    const again = createSqliteStore(path)
    expect(await isEncrypted(again)).toBe(false)
    await again.close()
  })

  test('is read with an old key behind a new one, which encrypts from then on', async () => {
    await fill()
    const [old] = KEYS
    const fresh = mintSecret()
    await withStore([fresh, old!], async (log) => {
      expect(await log.read('a', 0)).toHaveLength(3)
      await log.create('new', { about: null, events: ['new'] })
    })
    await withStore([fresh], async (log) => {
      expect(await log.read('new', 0)).toEqual([{ lsn: 1, event: 'new' }])
      await expect(log.read('a', 0)).rejects.toMatchObject({
        cause: { message: expect.stringMatching(/^the record 1 of chat a cannot be decrypted: it needs key \S+, or/) },
      })
    })
  })

  test('is read by nodes that have both keys in either order, while they are rotated', async () => {
    await fill()
    const [old] = KEYS
    const fresh = mintSecret()
    await withStore([old!, fresh], async (before) => {
      await withStore([fresh, old!], async (after) => {
        await before.create('before', { about: 'one', events: ['one'] })
        await after.append('before', { events: ['two'] })
        await before.append('before', { events: ['three'] })
        for (const log of [before, after]) {
          expect((await log.read('before', 0)).map(({ event }) => event)).toEqual(['one', 'two', 'three'])
        }
      })
    })
  })

  test('delivers the questions that were claimed with one that cannot be decrypted', async () => {
    await withStore(KEYS, async (log, store) => {
      for (const key of ['good', 'bad']) {
        const question = { key, to: ['user:ada'], body: SECRET, isOutgoing: true }
        await log.create(key, { about: null, events: [], questions: [question] })
      }
      tamper(`update questions set body = '"moved"' where key = 'bad'`)
      expect(await store.questions.claim(10, [0])).toMatchObject([{ key: 'good', body: SECRET }])
      await store.questions.delivered({ kind: 'chat', id: 'good', key: 'good' })
      await expect(store.questions.claim(10, [0])).rejects.toThrow('the store cannot be read with the keys')
    })
  })

  test('leaves out of its lists what cannot be decrypted, and reports it once', async () => {
    const errors: unknown[] = []
    const run = { tool: 'book', state: 'failed', startedAt: 0, detail: { problem: SECRET } } as const
    await withStore(
      KEYS,
      async (log, store) => {
        for (const id of ['good', 'bad', 'worse', 'last']) {
          const questions = [{ key: 'q', to: ['user:ada'], body: SECRET }]
          await log.create(id, { principal: 'ada', about: id, events: [], questions, run })
        }
        tamper(`update streams set about = '"moved"' where id in ('bad', 'worse')`)
        tamper(`update questions set body = '"moved"' where number in (2, 3)`)
        tamper(`update runs set detail = '{"problem":"moved"}' where id = 'bad'`)
        for (const limit of [undefined, 2]) {
          const records = await log.list('ada', limit)
          expect(records.map(({ about }) => about).sort()).toEqual(['good', 'last'])
          const questions = await store.questions.list(['user:ada'], { ...(limit && { limit }) })
          expect(questions.map(({ id }) => id)).toEqual(['last', 'good'])
        }
        expect(await log.list('ada', 1)).toHaveLength(1)
        const { runs } = await store.runs.list()
        expect(runs.map(({ detail }) => detail?.problem)).toEqual([SECRET, SECRET, undefined, SECRET])
        await expect(Promise.resolve(log.get('bad'))).rejects.toThrow(StoreError)
      },
      (error) => errors.push(error),
    )
    const unreadable = [
      'about of chat bad',
      'about of chat worse',
      'question q of chat',
      'question q of chat',
      'run detail',
    ]
    expect(errors.map((error) => String((error as Error).cause)).sort()).toEqual(
      unreadable.map((what) => expect.stringContaining(`the ${what}`)),
    )
  })

  test('says that it is encrypted, and one in clear does not', async () => {
    await fill()
    const store = createSqliteStore(path)
    expect(await isEncrypted(store)).toBe(true)
    await store.close()
    expect(await isEncrypted(createMemoryStore())).toBe(false)
  })

  test('takes the appends of several writers that do not know where the stream ends', async () => {
    await withStore(KEYS, async (log) => {
      await log.create('a', { about: null, events: [] })
      await withStore(KEYS, async (other) => {
        const append = async (i: number) => (i % 2 === 0 ? log : other).append('a', { events: [`${i}`] })
        await Promise.all(Array.from({ length: 20 }, (_, i) => append(i)))
      })
      expect((await log.read('a', 0)).map(({ event }) => Number(event)).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 20 }, (_, i) => i),
      )
    })
  })
})
