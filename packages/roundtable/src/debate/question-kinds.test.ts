import type { ModelRequest } from '@sweatpants/framework/models'
import { expect, test } from 'vitest'
import { toReport } from '../cli/report.ts'
import { toHtml } from '../export/to-html.ts'
import { toMarkdown } from '../export/to-markdown.ts'
import { readPositions } from '../report/positions.ts'
import { readRanking } from '../report/ranking.ts'
import { readTranscript } from '../report/read-report.ts'
import { answerOf } from '../session/question.ts'
import type { Session } from '../session/session.ts'
import { type Act, type FakeTable, say } from './fixtures/fake-table.ts'
import { setTable } from './fixtures/set-table.ts'
import type { ContinueInput, StartInput } from './input.ts'

interface Played {
  acts: Record<string, Act>
  /** What the models say about the kind of question, one after another. */
  framings?: readonly string[]
  groupings?: readonly string[]
  vote?: Act
}

function openTable({ acts, framings = [], groupings = [], vote = () => '{}' }: Played): FakeTable {
  return setTable(acts, { frame: takeTurns(framings), group: takeTurns(groupings), vote })
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

test('the two answers to a proposition differ', async () => {
  const stands = (stance: string) => () => say('So.', { stance })
  const acts = { ada: stands('support'), bob: stands('oppose') }
  const framing = { kind: 'proposition', proposition: 'We should migrate.', yes: 'Migrate', no: 'migrate.' }
  const framed = await play(openTable({ acts, framings: [JSON.stringify(framing)] }), {})
  expect(framed.question).toMatchObject({ yes: 'Yes, migrate', no: 'No, do not migrate' })
  const question = { kind: 'proposition', proposition: 'Go.', yes: 'No' } as const
  await expect(openTable({ acts }).start({ topic: 'Go?', question })).rejects.toThrow(
    'question: expected yes and no to be different answers; both are “No”',
  )
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

test('the next model is asked if the first fails to frame the question, and both calls count', async () => {
  const acts = { ada: proposes('A'), bob: proposes('A') }
  const played = async (framings: string[]) => play(openTable({ acts, framings }), {})
  const once = await played(['{"kind": "open"}'])
  const twice = await played(['?', '{"kind": "open"}'])
  expect(twice.question).toMatchObject({ kind: 'open', by: 'model' })
  expect(twice.usage.outputTokens).toBeGreaterThan(once.usage.outputTokens)
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

test('a seat that leaves its group without other words stands alone, and its proposal can be chosen', async () => {
  const stays = say('Undo.', { answer: 'Undo it', standsBehind: false })
  const left = [say('Undo.', { answer: 'Undo it' }), stays, stays]
  const acts = { ada: proposes('Revert the release', 'Roll back'), bob: () => left.shift()!, cat: proposes('Fix it') }
  const table = openTable({ acts, groupings: [grouping] })
  const session = await play(table, { question: OPEN }, {}, {})
  expect(session.merger?.groups.map(({ label, texts }) => [label, texts])).toEqual([
    ['Roll back', ['Revert the release']],
    ['Fix it', ['Fix it']],
    ['Undo it', ['Undo it']],
  ])
  expect(session.consensus!.vote.map(({ answer }) => answer)).toEqual(['Roll back', 'Undo it', 'Fix it'])
  expect(promptsOf(table, 'cat')[2]).toContain('Possible answers: Roll back | Fix it | Undo it')
  // No model is asked to put it together with the others again.
  expect(table.asked.filter(({ request }) => isMerging(request))).toHaveLength(1)
})

test('an answer that a seat chooses from the list counts for it, also if another group has the same words', async () => {
  const left = [say('Undo.', { answer: 'Undo it' }), say('Undo.', { answer: 'Undo it', standsBehind: false })]
  const acts = {
    ada: proposes('Revert the release', 'Roll back', 'Undo it'),
    bob: () => (left.length > 1 ? left.shift()! : left[0]!),
    cat: proposes('Undo it', 'Undo it', 'Roll back'),
  }
  const both = '{"groups": [{ "label": "Roll back", "proposals": [1, 2] }]}'
  const session = await play(openTable({ acts, groupings: [both] }), { question: OPEN }, {}, {})
  expect(session.merger?.groups.map(({ label }) => label)).toEqual(['Roll back', 'Undo it'])
  expect(session.consensus!.vote.map(({ answer, agentIds }) => [answer, agentIds])).toEqual([
    ['Undo it', ['ada', 'bob']],
    ['Roll back', ['cat']],
  ])
})

test('different proposals that a model puts together are no agreement until their seats confirm it', async () => {
  const all = { groups: [{ label: 'Use a database', reason: 'All are databases.', proposals: [1, 2, 3, 4] }] }
  const databases = ['PostgreSQL', 'MongoDB', 'DynamoDB', 'SQLite']
  const seatsOf = (standsBehind: boolean | undefined) =>
    Object.fromEntries(databases.map((answer, i) => [`seat${i}`, () => say(answer, { answer, standsBehind })]))
  const input = { question: OPEN, exitOnConsensus: true }
  const first = await play(openTable({ acts: seatsOf(true), groupings: [JSON.stringify(all)] }), input)
  expect(first.status).toBe('active')
  expect(first.consensus).toMatchObject({
    level: 'low',
    agreementScore: 0.25,
    unrated: 'unconfirmed',
    decision: { answer: 'Use a database' },
  })
  expect(first.consensus).not.toHaveProperty('probability')
  expect(first.consensus!.warnings[0]).toMatch(/not confirmed yet: “PostgreSQL”, “MongoDB”, “DynamoDB” and “SQLite”/)

  const confirmed = await play(openTable({ acts: seatsOf(true), groupings: [JSON.stringify(all)] }), input, {})
  expect(confirmed.consensus).toMatchObject({ level: 'high', leading: 'Use a database' })
  const silent = await play(openTable({ acts: seatsOf(undefined), groupings: [JSON.stringify(all)] }), input, {})
  expect(silent.status).toBe('active')
  expect(silent.consensus).toMatchObject({ level: 'low', agreementScore: 0.25, unrated: 'unconfirmed' })
  const denied = await play(openTable({ acts: seatsOf(false), groupings: [JSON.stringify(all)] }), input, {})
  expect(denied.consensus).toMatchObject({ level: 'low', agreementScore: 0.25 })
  expect(denied.consensus).not.toHaveProperty('leading')
})

test('a group is never named by the proposal of a seat outside it', async () => {
  const databases = ['DynamoDB', 'MongoDB', 'PostgreSQL']
  const acts = Object.fromEntries(databases.map((answer, i) => [`seat${i}`, () => say(answer, { answer })]))
  // The model counts proposals from 0 instead of 1.
  const groups = databases.map((label, i) => ({ label, reason: 'Alone.', proposals: [i] }))
  const table = openTable({ acts, groupings: [JSON.stringify({ groups })] })
  const { merger, consensus } = await play(table, { question: OPEN }, {})
  expect(merger!.groups.map(({ label, texts }) => [label, texts])).toEqual(databases.map((label) => [label, [label]]))
  expect(consensus).toMatchObject({ level: 'low', agreementScore: 1 / 3 })
})

test('a later group is not named by a proposal of an earlier one', async () => {
  const acts = {
    ada: proposes('Revert the release', 'Roll back'),
    bob: proposes('Undo it', 'Undo it'),
    cat: proposes('Fix it forward', 'Lower the price'),
  }
  const groupings = [grouping, '{"groups": [{ "label": "Undo it", "proposals": [1] }]}']
  const { merger } = await play(openTable({ acts, groupings }), { question: OPEN }, {})
  expect(merger!.groups.map(({ label }) => label)).toEqual(['Roll back', 'Fix it', 'Lower the price'])
})

test('a seat that chooses the label of the proposal of another seat agrees with it only if that seat confirms the label', async () => {
  const seatsOf = (standsBehind: boolean | undefined) => ({
    ada: () => say('A managed database.', { answer: 'A managed database', standsBehind }),
    bob: proposes('MongoDB', 'PostgreSQL'),
  })
  const relabelled =
    '{"groups": [{ "label": "PostgreSQL", "proposals": [1] }, { "label": "MongoDB", "proposals": [2] }]}'
  const confirmed = await play(openTable({ acts: seatsOf(true), groupings: [relabelled] }), { question: OPEN }, {})
  expect(confirmed.consensus).toMatchObject({ leading: 'PostgreSQL', level: 'high' })
  const silent = await play(openTable({ acts: seatsOf(undefined), groupings: [relabelled] }), { question: OPEN }, {})
  expect(silent.consensus).toMatchObject({ leading: 'PostgreSQL', level: 'low', unconfirmed: ['ada'] })
})

test('a proposal of a second private ballot can be put into a group', async () => {
  const acts = { ada: proposes('Revert the release'), bob: proposes('Fix it forward'), cat: proposes('Wait') }
  const groupings = ['{}', '{"groups": [{ "label": "Undo it", "proposals": [1] }]}']
  const vote: Act = () => say('Undo.', { answer: 'Roll it back' })
  const { merger, consensus } = await play(openTable({ acts, groupings, vote }), { question: OPEN }, {})
  expect(merger!.groups.find(({ label }) => label === 'Undo it')).toMatchObject({ texts: ['Roll it back'] })
  expect(consensus!.againVote).toMatchObject([{ answer: 'Undo it', agentIds: ['ada', 'bob', 'cat'] }])
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

test('a corrected question is answered in private first, and the reading before it is kept', async () => {
  const left = ['Yes.', 'Yes.'].map((position) => say(position, { stance: 'support' }))
  const table = openTable({
    acts: {
      ada: () => left.shift() ?? say('A.', { answer: 'A' }),
      bob: () => left.shift() ?? say('A.', { answer: 'A', changeReason: 'Ada is right.' }),
    },
    framings: ['{"kind": "proposition", "proposition": "It is so."}'],
    vote: ({ systemPrompt = '' }) => say('Alone.', { answer: systemPrompt.includes('You are bob') ? 'B' : 'A' }),
  })
  const session = await play(table, { rounds: 2 }, { question: { kind: 'choice', options: ['A', 'B'] } })
  expect(session.question).toMatchObject({ earlier: [{ kind: 'proposition', proposition: 'It is so.', since: 1 }] })
  const { vote, independentVote, flips } = session.consensus!
  expect(vote).toMatchObject([{ answer: 'A', agentIds: ['ada', 'bob'] }])
  expect(independentVote.map(({ answer, agentIds }) => [answer, agentIds])).toEqual([
    ['A', ['ada']],
    ['B', ['bob']],
  ])
  expect(flips).toMatchObject([{ agentId: 'bob', round: 2, from: 'B', to: 'A' }])
  const ballots = table.asked.filter(({ request }) => isBallot(request))
  expect(ballots).toHaveLength(2)
  // In the words of a first ballot, and without what was said.
  expect(JSON.stringify(ballots)).not.toMatch(/from the other end|"Yes\./)
})

test('a corrected question that no one answers in its first round begins with the next one', async () => {
  const said = say('B.', { answer: 'B' })
  const table = openTable({
    acts: { ada: takeTurns([say('Yes.', { stance: 'support' }), '?', said]) },
    framings: ['{"kind": "proposition", "proposition": "It is so."}'],
    vote: takeTurns(['?', said]),
  })
  const session = await play(table, {}, { question: { kind: 'choice', options: ['A', 'B'] } }, {})
  expect(session.question).toMatchObject({ kind: 'choice', since: 2, earlier: [{ kind: 'proposition' }] })
  expect(session.rounds.map(({ ballots }) => ballots.length)).toEqual([0, 0, 1])
  expect(readTranscript(session).map(({ correction, balloted }) => [correction?.slice(0, 16), balloted])).toEqual([
    [undefined, 'in private, before the panel spoke'],
    ['A choice: A · B.', 'in private, on the corrected question'],
    [undefined, 'in private, on the corrected question'],
  ])
  expect(session.consensus).toMatchObject({ decision: { answer: 'B' } })
})

test('a corrected question is asked with its own ballot, and with the arguments but not the votes of before', async () => {
  const held = (estimate: number) => say(`Some ${estimate}.`, { estimate, low: estimate - 1, high: estimate + 1 })
  const table = openTable({
    acts: { ada: takeTurns([held(26), held(182), held(181)]), bob: takeTurns([held(20), held(140), held(141)]) },
    vote: () => held(180),
  })
  const weeks = { kind: 'estimate', unit: 'weeks' } as const
  const days = { ...weeks, unit: 'days' }
  const session = await play(table, { mode: 'delphi', question: weeks }, { question: days }, {})
  const [, corrected, later] = promptsOf(table, 'ada')
  expect(corrected).toContain('Round 1, before the question was corrected:')
  expect(corrected).toContain('Some 26.')
  expect(corrected).not.toMatch(/estimate 26|in numbers/)
  expect(corrected).toContain('What you held before you heard the others')
  expect(corrected).toContain('estimate 180, between 179 and 181')
  expect(later).toContain('2 estimates have a median of 161')
  expect(later).not.toContain('What you held before')
  const places = readPositions(session).tracks[0]!.places
  expect(places.map((place) => place.type === 'heard' && place.held)).toEqual([
    '180 days, between 179 and 181',
    '182 days, between 181 and 183',
    '181 days, between 180 and 182',
  ])
  expect(toMarkdown(session)).toContain('26 weeks, between 25 and 27')
  // The topic is still the one that was asked first, so each report says below it what is answered.
  for (const report of [toMarkdown(session), toHtml(session), toReport(session, 'summary')])
    expect(report.search('Corrected with round 2')).toBeLessThan(report.search(/About \d+ days/))
})

test('after two corrections, each answer still has the form in which it was asked', async () => {
  const table = openTable({
    acts: {
      ada: takeTurns([say('So.', { stance: 'support' }), say('A.', { answer: 'A' }), say('3.', { estimate: 3 })]),
    },
  })
  const session = await play(
    table,
    { question: { kind: 'proposition', proposition: 'We move.', yes: 'Yes, move', no: 'No, stay' } },
    { question: { kind: 'choice', options: ['A', 'B'] } },
    { question: { kind: 'estimate', unit: 'days' } },
  )
  expect(session.question!.earlier).toMatchObject([
    { kind: 'proposition', since: 1 },
    { kind: 'choice', since: 2 },
  ])
  expect(session.responses.map((said) => answerOf(session, said))).toEqual(['Yes, move', 'A', undefined])
})

test('what the ballots of a round without answers proposed is not shown to the next ballot', async () => {
  const propose = say('Undo.', { answer: 'Undo it' })
  const table = openTable({
    acts: { ada: takeTurns(['?', propose]), bob: takeTurns(['?', propose]) },
    vote: () => propose,
  })
  const session = await play(table, { mode: 'socratic', question: OPEN }, {})
  expect(session.rounds.map(({ ballots }) => ballots.length)).toEqual([2, 2])
  expect(JSON.stringify(table.asked.filter(({ request }) => isBallot(request)))).not.toContain('Possible answers')
})

test('a question that is given again is no correction, and reopens no debate', async () => {
  const table = openTable({ acts: { ada: proposes('A'), bob: proposes('A') } })
  const question = { kind: 'choice' as const, options: ['A', 'B'] }
  const session = await play(table, { question, rounds: 2 }, { question })
  expect(session).toMatchObject({ status: 'completed', question: { since: 1 } })
  expect(session.question).not.toHaveProperty('earlier')
  expect(session.consensus!.independentVote).toMatchObject([{ agentIds: ['ada', 'bob'] }])
  await expect(table.continue(session.id, { question })).rejects.toThrow('The debate is over')
})

test('whether a question depends on values can be corrected, and its answers still count', async () => {
  const table = openTable({ acts: { ada: proposes('Undo it'), bob: proposes('Undo it') } })
  const session = await play(table, { question: OPEN }, { question: { ...OPEN, isCheckable: false } })
  expect(session.question).toEqual({ kind: 'open', isCheckable: false, by: 'caller', since: 1 })
  expect(session.consensus).toMatchObject({ unrated: 'values', independentVote: [{ agentIds: ['ada', 'bob'] }] })
  expect(session.rounds[1]!.ballots).toEqual([])
})

test('seats rank the answers of the last round that was heard', async () => {
  const ranks = (...ranking: string[]) => say('A.', { answer: 'A', ranking })
  const table = openTable({
    acts: {
      ada: takeTurns([say('A.', { answer: 'A' }), '?', ranks('Participant 1')]),
      bob: takeTurns([say('A.', { answer: 'A' }), '?', ranks('Participant 0')]),
      cat: () => '?',
    },
  })
  const session = await play(table, { question: OPEN, mode: 'ranking' }, {}, {})
  expect(session.consensus!.ranking).toMatchObject([
    { agentId: 'ada', place: 1, rankings: 1 },
    { agentId: 'bob', place: 1, rankings: 1 },
  ])
  expect(session.responses.flatMap(({ rankingProblem }) => rankingProblem ?? [])).toEqual([])
  expect(readRanking(session)!.hint).toMatch(/^The answers of round 1,/)
})

test('question and answers together are refused', async () => {
  const table = openTable({ acts: { ada: proposes('A') } })
  await expect(table.start({ topic: 'What?', question: OPEN, answers: ['A', 'B'] })).rejects.toThrow('not both')
})

const isFraming = ({ systemPrompt = '' }: ModelRequest): boolean => /^\s+"checkable":/m.test(systemPrompt)
const isBallot = ({ messages }: ModelRequest): boolean => /private ballot/.test(JSON.stringify(messages))
const isMerging = ({ systemPrompt = '' }: ModelRequest): boolean => /^\s+"groups":/m.test(systemPrompt)
