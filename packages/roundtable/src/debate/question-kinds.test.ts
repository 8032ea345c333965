import type { ModelRequest } from '@sweatpants/framework/models'
import { expect, onTestFinished, test } from 'vitest'
import type { Session } from '../session/session.ts'
import { type Act, createFakeTable, type FakeTable, say } from './fixtures/fake-table.ts'
import type { ContinueInput, StartInput } from './input.ts'

interface Played {
  acts: Record<string, Act>
  /** What the models say about the kind of question, one after another. */
  framings?: readonly string[]
  groupings?: readonly string[]
}

function openTable({ acts, framings = [], groupings = [] }: Played): FakeTable {
  const table = createFakeTable(acts, { frame: takeTurns(framings), group: takeTurns(groupings) })
  onTestFinished(() => table.close())
  return table
}

/** Says each text once, in their order. */
const takeTurns = (texts: readonly string[]): Act => {
  const left = [...texts]
  return () => left.shift() ?? '{}'
}

async function play(table: FakeTable, input: Partial<StartInput>, ...then: ContinueInput[]): Promise<Session> {
  const { signal } = new AbortController()
  let session = await table.finish(await table.start({ topic: 'What now?', rounds: 3, ...input }), { signal })
  for (const next of then) session = await table.finish(await table.continue(session.id, next), { signal })
  return session
}

const promptsOf = (table: FakeTable, name: string) =>
  table.asked
    .filter(({ seat, request }) => seat === name && request.tools !== undefined)
    .map(({ request }) => JSON.stringify(request))

const proposes = (...answers: string[]): Act => {
  const left = [...answers]
  return () => say(`${left[0]}.`, { answer: left.length > 1 ? left.shift() : left[0] })
}

test('a model says once which kind of question it is, and seats answer in its form', async () => {
  const framing = { kind: 'estimate', quantity: 'The time to migrate', unit: 'days', checkable: true }
  const guess = (estimate: number) => () => say('So long.', { estimate, low: estimate - 2, high: estimate + 3 })
  const table = openTable({ acts: { ada: guess(10), bob: guess(12) }, framings: [JSON.stringify(framing)] })
  const session = await play(table, {}, {})
  expect(session.question).toEqual({
    kind: 'estimate',
    quantity: 'The time to migrate',
    unit: 'days',
    isCheckable: true,
    by: 'model',
    since: 1,
  })
  expect(session.consensus).toMatchObject({
    kind: 'estimate',
    estimate: { median: 11, unit: 'days' },
    agreementScore: 1,
  })
  expect(promptsOf(table, 'ada')[0]).toContain('number, in the unit of the question')
  expect(promptsOf(table, 'ada')[0]).not.toContain('stance')
  expect(table.asked.filter(({ request }) => isFraming(request))).toHaveLength(1)
})

test('a question that the caller gives is not asked of a model', async () => {
  const stands = (stance: string) => () => say('So.', { stance })
  const table = openTable({ acts: { ada: stands('support'), bob: stands('support') } })
  const question = { kind: 'proposition', proposition: 'We move.', yes: 'Yes, move' } as const
  const session = await play(table, { question })
  expect(session.question).toMatchObject({ ...question, no: 'No', by: 'caller' })
  expect(session.consensus).toMatchObject({ leading: 'Yes, move' })
  expect(table.asked.some(({ request }) => isFraming(request))).toBe(false)
})

test('without a usable framing the question is open, and different answers are no agreement', async () => {
  const databases = ['PostgreSQL', 'MongoDB', 'DynamoDB', 'SQLite']
  const acts = Object.fromEntries(
    databases.map((name, i) => [`seat${i}`, () => say(name, { answer: name, stance: 'support' })]),
  )
  const table = openTable({ acts, framings: ['{"kind": "essay"}', 'I cannot say.'] })
  const session = await play(table, { topic: 'For our billing system, which database should we use?' })
  expect(session.question).toMatchObject({ kind: 'open', by: 'default' })
  expect(session.consensus).toMatchObject({ level: 'low', agreementScore: 0.25 })
  expect(session.consensus).not.toHaveProperty('leading')
})

test('the next model is asked if the first fails to frame the question', async () => {
  const table = openTable({ acts: { ada: proposes('A'), bob: proposes('A') }, framings: ['?', '{"kind": "open"}'] })
  expect((await play(table, {})).question).toMatchObject({ kind: 'open', by: 'model' })
})

const OPEN = { kind: 'open' } as const
const grouping = JSON.stringify({
  groups: [
    { label: 'Roll back', reason: 'Both undo the release.', proposals: [2, 3] },
    { label: 'Fix it', reason: 'Alone.', proposals: [1] },
  ],
})

test('proposals are merged by a model that sees no names, and each seat is told its group in its next call', async () => {
  const acts = {
    ada: proposes('Revert the release', 'Roll back'),
    bob: proposes('Undo it', 'Roll back'),
    cat: proposes('Fix it forward', 'Fix it'),
  }
  const table = openTable({ acts, groupings: [grouping] })
  const session = await play(table, { question: OPEN }, {})
  const merging = JSON.stringify(table.asked.find(({ request }) => isMerging(request)))
  // In alphabetical order, not in the order of seats.
  expect(merging).toMatch(/Fix it forward[\s\S]*Revert the release[\s\S]*Undo it/)
  expect(merging).not.toMatch(/Participant|"from"/)
  expect(session.merger?.groups.map(({ label, texts }) => [label, texts])).toEqual([
    ['Roll back', ['Revert the release', 'Undo it']],
    ['Fix it', ['Fix it forward']],
  ])
  const [first, second] = promptsOf(table, 'bob')
  expect(first).not.toContain('standsBehind')
  expect(second).toContain('Undo it\\ngroup: Roll back\\nreason: Both undo the release.')
  expect(second).toContain('standsBehind')
  expect(session.consensus).toMatchObject({ leading: 'Roll back', agreementScore: 2 / 3, flips: [] })
})

test('a seat can leave its group, and its first proposal leaves with it', async () => {
  const left = [
    say('Undo.', { answer: 'Undo it' }),
    say('I meant the price.', { answer: 'Undo the price change', standsBehind: false }),
  ]
  const acts = {
    ada: proposes('Revert the release', 'Roll back'),
    bob: () => left.shift()!,
    cat: proposes('Fix it forward'),
  }
  const table = openTable({
    acts,
    groupings: [grouping, '{"groups": [{ "label": "Undo the price change", "proposals": [1] }]}'],
  })
  const { consensus } = await play(table, { question: OPEN }, {})
  expect(consensus!.vote.map(({ answer }) => answer)).toEqual(['Roll back', 'Undo the price change', 'Fix it'])
  expect(consensus!.independentVote.map(({ answer }) => answer)).toEqual(['Roll back', 'Undo it', 'Fix it'])
})

test('proposals that no model could merge stay apart', async () => {
  const table = openTable({ acts: { ada: proposes('A'), bob: proposes('B') }, groupings: ['Sorry.'] })
  const { merger, consensus } = await play(table, { question: OPEN })
  expect(merger).toMatchObject({
    groups: [{ label: 'A' }, { label: 'B' }],
    problem: expect.stringContaining('"groups"'),
  })
  expect(consensus!.vote).toHaveLength(2)
})

test('the caller corrects the kind of question, and earlier answers in another form do not count', async () => {
  const left = [say('Yes.', { stance: 'support' }), say('B.', { answer: 'B' })]
  const table = openTable({
    acts: { ada: () => left.shift()! },
    framings: ['{"kind": "proposition", "proposition": "It is so."}'],
  })
  const question = { kind: 'choice', options: ['A', 'B'] } as const
  const session = await play(table, {}, { question: { ...question, options: [...question.options] } })
  expect(session.question).toMatchObject({ ...question, by: 'caller', since: 2 })
  expect(session.consensus).toMatchObject({ kind: 'choice', vote: [{ answer: 'B' }], flips: [] })
})

test('question and answers together are refused', async () => {
  const table = openTable({ acts: { ada: proposes('A') } })
  await expect(table.start({ topic: 'What?', question: OPEN, answers: ['A', 'B'] })).rejects.toThrow('not both')
})

const isFraming = ({ systemPrompt = '' }: ModelRequest): boolean => /^\s+"checkable":/m.test(systemPrompt)
const isMerging = ({ systemPrompt = '' }: ModelRequest): boolean => /^\s+"groups":/m.test(systemPrompt)
