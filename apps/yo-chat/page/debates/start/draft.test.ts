import type { Offer } from '@sweatpants/roundtable/browser'
import { expect, test } from 'vitest'
import { checkDraft, isSound } from './check-draft.ts'
import { addSeat, chooseSeats, isDemo } from './choose-seats.ts'
import { createDraft, type Draft, toolsOf, toStartInput } from './draft.ts'
import { readKept, toKept } from './kept-draft.ts'

const candidate = (model: string, family: string, usable = true) => ({ model, family, usable })

const offer: Offer = {
  candidates: [
    candidate('a/1', 'a'),
    candidate('a/2', 'a'),
    candidate('b/1', 'b'),
    candidate('c/1', 'c', false),
    candidate('demo', 'demo'),
  ],
  modes: [{ name: 'collaborative', title: 'Collaborative', summary: 'Together.' }],
  personas: ['One who counts.', 'One who doubts.', 'One who hopes.', 'One who waits.', 'One who asks.'].map(
    (persona) => ({
      title: persona,
      persona,
    }),
  ),
  tools: [{ name: 'look_up' }, { name: 'count' }],
  defaults: { webSearch: false, tools: ['look_up'] },
  // The type says which numbers; the page takes what the server tells.
  limits: {
    topic: 100,
    persona: 20,
    answer: 10,
    answers: 3,
    agents: 5,
    rounds: 10,
    focusQuestion: 100,
    perspective: 100,
    contextResult: 100,
    contextResults: 50,
  } as unknown as Offer['limits'],
}

const demoOnly: Offer = { ...offer, candidates: [candidate('c/1', 'c', false), candidate('demo', 'demo')] }

test('the default seats are of every family first, and the demo model is not among real ones', () => {
  expect(chooseSeats(offer).map(({ model }) => model)).toEqual(['a/1', 'b/1', 'a/2'])
})

test('seats of the same model are different people', () => {
  const seats = chooseSeats(demoOnly)
  expect(seats.map(({ model }) => model)).toEqual(['demo', 'demo', 'demo', 'demo'])
  expect(new Set(seats.map(({ persona }) => persona)).size).toBe(4)
})

test('a draft has no seats if no model can be used', () => {
  expect(chooseSeats({ ...offer, candidates: [candidate('c/1', 'c', false)] })).toEqual([])
})

test('an added seat has an unused model or persona', () => {
  const one = addSeat([], offer)
  expect(one).toEqual([{ key: 0, model: 'a/1', persona: '', isWritten: false }])
  expect(addSeat(one, offer)[1]).toMatchObject({ key: 1, model: 'b/1' })
  expect(addSeat(chooseSeats(demoOnly), demoOnly)[4]).toMatchObject({ key: 4, persona: 'One who asks.' })
})

test('a panel is a demo when every seat is', () => {
  expect(isDemo(['demo', 'demo'], offer)).toBe(true)
  expect(isDemo(['demo', 'a/1'], offer)).toBe(false)
  expect(isDemo([], offer)).toBe(false)
})

const problemsOf = (change: Partial<Draft>) => checkDraft({ ...createDraft(demoOnly, 'Tea?'), ...change }, offer.limits)

test('nothing is wrong with what the form begins with, once it has a topic', () => {
  expect(isSound(problemsOf({}))).toBe(true)
  expect(problemsOf({ topic: '  ' })).toMatchObject({ topic: 'Enter a question.' })
})

test.each<[string, Partial<Draft>, string]>([
  ['topic', { topic: 'x'.repeat(101) }, 'at most 100 characters; this has 101'],
  ['seats', { seats: [] }, 'Add at least one panellist'],
  ['rounds', { rounds: '0' }, 'from 1 to 10'],
  ['rounds', { rounds: '11' }, 'from 1 to 10'],
  ['rounds', { rounds: '1.5' }, 'from 1 to 10'],
  ['rounds', { rounds: '' }, 'from 1 to 10'],
  ['tokens', { tokens: '-5' }, 'whole number of tokens'],
  ['tokens', { tokens: '1.5' }, 'whole number of tokens'],
  ['dollars', { dollars: 'a lot' }, 'in dollars'],
  ['dollars', { dollars: '0' }, 'in dollars'],
])('%s is refused with a message: %j', (field, change, words) => {
  const problems = problemsOf(change)
  expect(problems[field as 'topic']).toContain(words)
  expect(isSound(problems)).toBe(false)
})

test('a persona is refused where it stands', () => {
  const [first, second] = chooseSeats(demoOnly)
  const seats = [first!, { ...second!, isWritten: true, persona: 'x'.repeat(21) }]
  expect([...problemsOf({ seats }).personas.keys()]).toEqual([1])
  expect(problemsOf({ seats: [{ ...first!, isWritten: true, persona: ' ' }] }).personas.get(0)).toContain(
    'who the panellist',
  )
})

test('a draft becomes a request to the server, without its empty fields', () => {
  const draft = createDraft(offer, ' Tea? ')
  const [seat] = draft.seats
  expect(toStartInput({ ...draft, seats: [seat!] }, offer)).toEqual({
    topic: 'Tea?',
    mode: 'collaborative',
    agents: [{ model: 'a/1' }],
    rounds: 3,
    exitOnConsensus: true,
    substitutes: ['a/2', 'b/1'],
  })
  expect(toStartInput({ ...draft, replacesFailed: false }, offer)).not.toHaveProperty('substitutes')
  const demo = toStartInput(createDraft(demoOnly, 'Tea?'), demoOnly)
  expect(demo.agents?.[0]).toEqual({ model: 'demo', persona: 'One who counts.' })
  expect(demo).not.toHaveProperty('substitutes')
  const attached = { name: 'a.pdf', data: 'YQ==' }
  const files = [{ ...attached, size: 1, mimeType: 'application/pdf' }]
  const evidence = { files, webSearch: true, tools: ['count'], synthesizer: 'none' }
  const full = toStartInput(
    { ...draft, ...evidence, question: { ...draft.question, options: ' yes \n\nno' }, tokens: '5000', dollars: '0.5' },
    offer,
  )
  expect(full).toMatchObject({
    question: { kind: 'choice', options: ['yes', 'no'] },
    budget: { tokens: 5000, usd: 0.5 },
    attachments: [attached],
    webSearch: true,
    tools: ['count'],
    synthesizer: 'none',
  })
})

test('a draft begins with the search and the tools that the server suggests, and can refuse both', () => {
  const searching = { ...offer, defaults: { webSearch: true, tools: ['look_up'] } }
  const draft = createDraft(searching, 'Tea?')
  expect(draft.webSearch).toBe(true)
  expect(toolsOf(draft, searching)).toEqual(['look_up'])
  expect(toStartInput(draft, searching)).not.toHaveProperty('webSearch')
  const refusing = toStartInput({ ...draft, webSearch: false, tools: [] }, searching)
  expect(refusing).toMatchObject({ webSearch: false, tools: [] })
})

test('a tool that is not connected any more is left out', () => {
  expect(toStartInput({ ...createDraft(offer, 'Tea?'), tools: ['count', 'gone'] }, offer).tools).toEqual(['count'])
})

test('what was changed in a draft can be read again, except files', () => {
  const draft = createDraft(offer, '')
  const changed: Partial<Draft> = {
    topic: 'Tea?',
    question: { ...draft.question, kind: 'choice', options: 'Tea\nCoffee' },
    seats: [{ key: 3, model: 'a/1', persona: 'A pirate', isWritten: true }],
    tools: ['count'],
    exitOnConsensus: false,
  }
  const file = { name: 'a.txt', size: 1, mimeType: 'text/plain', data: 'YQ==' }
  expect(readKept(toKept({ ...changed, files: [file] }), draft, offer)).toEqual(changed)
  expect(toKept({ files: [file] })).toBe('')
})

test.for<[string, string]>([
  ['no text', ''],
  ['a text of something else', 'Tea?'],
  [
    'fields of another version',
    '{"topic": 7, "seats": [{"model": "a/1"}], "question": "Tea?", "taste": "sweet", "tools": "all"}',
  ],
  ['a seat whose model is gone', '{"seats": [{"key": 0, "model": "gone", "persona": "", "isWritten": false}]}'],
])('a draft that was kept as %s changes nothing', ([, text]) => {
  expect(readKept(text, createDraft(offer, ''), offer)).toEqual({})
})
