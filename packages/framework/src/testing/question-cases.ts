import assert from 'node:assert/strict'
import { QuestionClosedError, type StoredQuestion } from '../log/questions.ts'
import { begin, hear, type LogCheck, numbered, PAST, SHORT } from './log-case.ts'

const keysOf = (questions: readonly StoredQuestion[]): string[] => questions.map(({ key }) => key)

const ask = (key: string, ...to: string[]) => ({ key, to, body: { key } })

const KIND = 'contract'

/** Open questions: opened, answered and closed with the records of their stream. */
export const questionCases: Record<string, LogCheck> = {
  async 'an append opens questions, which are listed by audience name, the newest first'({ store, otherStore, log }) {
    await log.create('a', { principal: 'ada', about: null, events: [] })
    await log.append('a', { events: numbered(1), questions: { opens: [ask('q1', 'role:manager', 'user:bob')] } })
    await begin(log, 'b')
    await log.append('b', {
      events: numbered(1),
      questions: { opens: [ask('q2', 'role:manager'), { ...ask('q3', 'user:eve'), quorum: 2, expiresAt: 5 }] },
    })
    const listed = await otherStore.questions.list(['role:manager'])
    assert.deepEqual(keysOf(listed), ['q2', 'q1'])
    assert.deepEqual(keysOf(await otherStore.questions.list(['user:bob', 'role:manager', 'user:eve'])), [
      'q3',
      'q2',
      'q1',
    ])
    assert.deepEqual(await otherStore.questions.list(['user:ada']), [])
    assert.deepEqual(await otherStore.questions.list([]), [])
    const { place, openedAt, ...first } = listed[1]!
    assert.deepEqual(first, {
      kind: KIND,
      id: 'a',
      key: 'q1',
      principal: 'ada',
      to: ['role:manager', 'user:bob'],
      quorum: 1,
      answeredBy: [],
      tries: 0,
      body: { key: 'q1' },
    })
    assert.ok(place < listed[0]!.place && openedAt <= listed[0]!.openedAt)
    const third = await store.questions.get({ kind: KIND, id: 'b', key: 'q3' })
    assert.deepEqual([third?.quorum, third?.expiresAt, third?.principal], [2, 5, undefined])
    assert.equal(await store.questions.get({ kind: KIND, id: 'a', key: 'q3' }), undefined)
  },

  async 'a stream may open questions when it is created'({ otherStore, log }) {
    await log.create('a', { about: null, events: [], questions: [ask('q1', 'user:ada')] })
    assert.deepEqual(keysOf(await otherStore.questions.list(['user:ada'])), ['q1'])
  },

  async 'a list of questions goes on before a place'({ store, log }) {
    await begin(log, 'a')
    const opens = ['q1', 'q2', 'q3', 'q4', 'q5'].map((key, i) => ask(key, i % 2 === 0 ? 'user:ada' : 'role:manager'))
    await log.append('a', { events: [], questions: { opens } })
    const names = ['role:manager', 'user:ada']
    const first = await store.questions.list(names, { limit: 2 })
    const second = await store.questions.list(names, { limit: 2, before: first[1]!.place })
    const third = await store.questions.list(names, { limit: 2, before: second[1]!.place })
    assert.deepEqual([first, second, third].map(keysOf), [['q5', 'q4'], ['q3', 'q2'], ['q1']])
  },

  async 'an append closes questions, and a key that is open or unknown changes nothing'({ store, log }) {
    await begin(log, 'a')
    await log.append('a', { events: [], questions: { opens: [ask('q1', 'user:ada'), ask('q2', 'user:ada')] } })
    await log.append('a', {
      events: [],
      questions: { opens: [{ ...ask('q2', 'user:eve'), body: 'another' }], closes: ['q1', 'unknown'] },
    })
    const listed = await store.questions.list(['user:ada', 'user:eve'])
    assert.deepEqual(keysOf(listed), ['q2'])
    assert.deepEqual(listed[0]?.body, { key: 'q2' })
  },

  async 'a question that an append closes and opens is asked anew'({ store, log }) {
    await begin(log, 'a')
    await log.append('a', { events: [], questions: { opens: [ask('q1', 'user:ada'), ask('q2', 'user:ada')] } })
    await log.append('a', {
      events: [],
      questions: { opens: [{ ...ask('q1', 'user:eve'), body: 'another' }], closes: ['q1'] },
    })
    const listed = await store.questions.list(['user:ada', 'user:eve'])
    assert.deepEqual(
      listed.map(({ key, to, body }) => [key, to, body]),
      [
        ['q1', ['user:eve'], 'another'],
        ['q2', ['user:ada'], { key: 'q2' }],
      ],
    )
  },

  async 'only the first answer to a question is appended'({ log, other, store }) {
    await begin(log, 'a')
    await log.append('a', { events: [], questions: { opens: [ask('q1', 'user:ada', 'user:bob')] } })
    const answers = Array.from({ length: 6 }, async (_, i) =>
      (i % 2 === 0 ? log : other).append('a', {
        events: numbered(i),
        commandId: `answer ${i}`,
        questions: { answers: { key: 'q1', by: `user:${i}` } },
      }),
    )
    const settled = await Promise.allSettled(answers)
    assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const one of settled) {
      if (one.status === 'rejected') assert.ok(one.reason instanceof QuestionClosedError, String(one.reason))
    }
    assert.equal((await log.read('a', 0)).length, 1)
    assert.deepEqual(await store.questions.list(['user:ada', 'user:bob']), [])
  },

  async 'an answer that is repeated with its command id gets the same place, although its question is closed'({ log }) {
    await begin(log, 'a')
    await log.append('a', { events: numbered(1), questions: { opens: [ask('q1', 'user:ada')] } })
    const answer = { events: numbered(2), commandId: 'c', questions: { answers: { key: 'q1', by: 'ada' } } }
    assert.deepEqual(await log.append('a', answer), { lsn: 2, repeated: false })
    assert.deepEqual(await log.append('a', answer), { lsn: 2, repeated: true })
    await assert.rejects(async () => log.append('a', { ...answer, commandId: 'd' }), QuestionClosedError)
  },

  async 'a question with a quorum takes one answer of each person and closes with the last'({ log, store }) {
    await begin(log, 'a')
    await log.append('a', { events: [], questions: { opens: [{ ...ask('q1', 'role:manager'), quorum: 2 }] } })
    const answer = (by: string) => log.append('a', { events: numbered(1), questions: { answers: { key: 'q1', by } } })
    await answer('ada')
    assert.deepEqual((await store.questions.list(['role:manager']))[0]?.answeredBy, ['ada'])
    await assert.rejects(async () => answer('ada'), QuestionClosedError)
    await answer('bob')
    assert.deepEqual(await store.questions.list(['role:manager']), [])
    await assert.rejects(async () => answer('eve'), QuestionClosedError)
    assert.equal((await log.get('a'))?.head, 2)
  },

  async 'an answer that is the last closes a question with any quorum, and a question may open with answers'({
    log,
    store,
  }) {
    await begin(log, 'a')
    const opens = [
      { ...ask('q1', 'role:manager'), quorum: 3, answeredBy: ['ada'] },
      { ...ask('q2', 'role:manager'), quorum: 2, answeredBy: ['ada'] },
    ]
    await log.append('a', { events: [], questions: { opens } })
    const answer = (key: string, by: string, isLast: boolean) =>
      log.append('a', { events: [], questions: { answers: { key, by, isLast } } })
    await assert.rejects(async () => answer('q1', 'ada', true), QuestionClosedError)
    await answer('q1', 'bob', true)
    assert.deepEqual(await store.questions.keys({ kind: KIND, id: 'a' }), ['q2'])
    await answer('q2', 'bob', false)
    assert.deepEqual(await store.questions.keys({ kind: KIND, id: 'a' }), [])
  },

  async 'an append that is refused or repeated changes no question'({ log, leases, store }) {
    await leases.beat('one', 60_000)
    await log.create('a', { about: null, events: [], node: 'one' })
    const opens = [ask('q1', 'user:ada')]
    await assert.rejects(async () => log.append('a', { events: [], head: 7, questions: { opens } }))
    await assert.rejects(async () => log.append('a', { events: [], fence: 999_999, questions: { opens } }))
    await log.append('a', { events: [], write: 5, commandId: 'c' })
    await log.append('a', { events: [], write: 5, questions: { opens } })
    await log.append('a', { events: [], commandId: 'c', questions: { opens } })
    assert.deepEqual(await store.questions.list(['user:ada']), [])
  },

  async 'a stream that is deleted or collected takes its questions with it'({ log, leases, store, advance }) {
    await begin(log, 'a')
    await log.append('a', { events: [], questions: { opens: [ask('q1', 'user:ada')] } })
    await log.create('b', { about: null, events: [], expiresAt: 1, questions: [ask('q2', 'user:ada')] })
    await log.delete('a')
    await advance(PAST)
    await leases.collect(10)
    assert.deepEqual(await store.questions.list(['user:ada']), [])
    assert.equal(await store.questions.get({ kind: KIND, id: 'a', key: 'q1' }), undefined)
  },

  async 'a watcher of an audience name is woken when its questions change, on every node'({
    log,
    otherStore,
    patience,
  }) {
    await begin(log, 'a')
    using watcher = hear<void>((listener) => otherStore.questions.watch('user:ada', listener), patience)
    const next = async (change: () => unknown) => {
      const woken = watcher.next()
      await change()
      await woken
    }
    await next(() => log.append('a', { events: [], questions: { opens: [ask('q1', 'user:ada')] } }))
    await next(() => log.append('a', { events: [], questions: { closes: ['q1'] } }))
  },

  async 'a question waits in the outbox until it was delivered, and is claimed by one node at a time'({
    log,
    store,
    otherStore,
    advance,
  }) {
    await begin(log, 'a')
    const opens = [{ ...ask('q1', 'user:ada'), isOutgoing: true }, ask('q2', 'user:ada')]
    await log.append('a', { events: [], questions: { opens } })
    const pauses = [SHORT, 60_000]
    const claimed = await Promise.all([store.questions.claim(10, pauses), otherStore.questions.claim(10, pauses)])
    assert.deepEqual(
      claimed.flat().map(({ key, tries }) => [key, tries]),
      [['q1', 1]],
    )
    await advance(PAST)
    const [again] = await otherStore.questions.claim(10, pauses)
    assert.equal(again?.tries, 2)
    await advance(PAST)
    assert.deepEqual(await store.questions.claim(10, pauses), [])
    await log.append('a', { events: [], questions: { opens: [{ ...ask('q3', 'user:ada'), isOutgoing: true }] } })
    await store.questions.delivered({ kind: KIND, id: 'a', key: 'q3' })
    assert.deepEqual(await store.questions.claim(10, pauses), [])
    assert.deepEqual(keysOf(await store.questions.list(['user:ada'])), ['q3', 'q2', 'q1'])
  },

  async 'the body and the names of a question are kept as they are'({ log, store }) {
    const name = 'role:"\\u0000", {é}\n'
    const body = { text: 'half \ud83e \0 "', list: [null, 0.5, []] }
    await log.create(name, { about: null, events: [], questions: [{ key: name, to: [name], body }] })
    const [found] = await store.questions.list([name])
    assert.deepEqual([found?.id, found?.key, found?.to, found?.body], [name, name, [name], body])
    await log.append(name, { events: [], questions: { answers: { key: name, by: name } } })
    assert.deepEqual(await store.questions.list([name]), [])
  },
}
