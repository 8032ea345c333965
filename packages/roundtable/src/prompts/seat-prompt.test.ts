import { describe, expect, test } from 'vitest'
import { findMode, MODES, modeNames } from '../modes/index.ts'
import type { Question } from '../session/question.ts'
import { roundOf, type Session } from '../session/session.ts'
import { makeUpDebate, NONCE, promptFor } from './fixtures/made-up-debate.ts'
import { readFences } from './fixtures/read-fences.ts'
import { seatPrompt, statisticsOf } from './seat-prompt.ts'

const debate = (mode: string, given: Partial<Parameters<typeof makeUpDebate>[0]> = {}) =>
  makeUpDebate({ mode, ...given })
const last = (session: Session) => session.seats.at(-1)!

describe.each(MODES)('a seat of $name', (mode) => {
  const session = debate(mode.name)

  test('receives the rules and the instruction of the first, a later and the last round', () => {
    const seat = last(session)
    const tasks = [1, 2, 3].map((round) => {
      const { system, message } = promptFor(session, seat, round)
      for (const rule of mode.rules) expect(system).toContain(`- ${rule}`)
      const { number, totalRounds } = { number: round, totalRounds: 3 }
      const task = mode.instruct({ seat, round: number, totalRounds, hasHeard: round > 1 })
      expect(message).toContain(`Your task now: ${task}`)
      return task
    })
    expect(new Set(tasks).size).toBe(3)
  })

  test('receives its role after its persona, and that the role takes precedence', () => {
    for (const seat of session.seats) {
      const { system } = promptFor(session, seat, 1)
      const { fenced } = readFences({ system, message: '' })
      const kinds = fenced.map(({ kind }) => kind)
      expect(kinds).toEqual(seat.role ? ['voice', 'assignment'] : ['voice'])
      expect(system.includes('It decides what you argue, also where such a voice')).toBe(seat.role !== undefined)
      if (seat.role) expect(fenced[1]!.text).toBe(`${seat.role.name}\n${seat.role.instruction}`)
    }
  })

  test('may request context until the last round', () => {
    expect(promptFor(session, last(session), 2).message).toContain('ask for it with request_context')
    expect(promptFor(session, last(session), 3).message).toContain('request_context cannot be used now')
  })
})

test('the prompt asks for an answer, for agreement and for a reason of a change only if they apply', () => {
  const asked = (session: Session, round: number) =>
    [...promptFor(session, last(session), round).system.matchAll(/^ {2}"(\w+)": /gm)].map(([, name]) => name)
  const statement = ['position', 'stance', 'confidence', 'reasoning', 'keyPoints', 'citations']
  const proposition = debate('adversarial', { isChoice: false })
  expect(asked(proposition, 1)).toEqual(statement)
  expect(asked(proposition, 2)).toEqual([...statement, 'agreesWith', 'changeReason'])
  expect(asked(debate('adversarial'), 1)).toEqual(['position', 'answer', 'spread', ...statement.slice(2)])
  const framed = { isCheckable: true, by: 'caller' as const, since: 1 }
  const estimate: Question = { kind: 'estimate', quantity: 'How long', unit: 'days', ...framed }
  expect(asked({ ...proposition, question: estimate }, 1).slice(0, 4)).toEqual(['position', 'estimate', 'low', 'high'])
  expect(asked({ ...proposition, question: { kind: 'open', ...framed } }, 1).slice(0, 3)).toEqual([
    'position',
    'answer',
    'confidence',
  ])
})

test('a seat sees its own ballot until it speaks, unless it is assigned a side', () => {
  const session = debate('devils-advocate', { seats: 3 })
  const [proponent, , judge] = session.seats
  expect(promptFor(session, judge!, 1).message).toContain('Keep it, as far as I can see.')
  expect(promptFor(session, judge!, 2).message).not.toContain('Keep it, as far as I can see.')
  expect(promptFor(session, proponent!, 1).message).not.toContain('Keep it, as far as I can see.')
})

test('the prompt shows context requests with query, asker and result, also in later rounds', () => {
  const session = debate('collaborative')
  for (const round of [2, 3]) {
    const { fenced } = readFences(promptFor(session, last(session), round))
    const context = fenced.filter(({ kind }) => kind === 'context')
    expect(context[0]).toMatchObject({
      opening: `<context-${NONCE} asked-by="mistral_4" round="1">`,
      text: 'query: What does dredging cost each year?\nresult: Four million in the last year.',
    })
    expect(context[1]?.text).toBe('query: Who owns the land?\nunavailable: the archive is closed')
    expect(context[2]?.text).toBe(round === 2 ? 'query: How deep is the channel?\nnot answered yet' : undefined)
  }
  expect(promptFor(session, last(session), 1).message).not.toContain('<context-')
})

test('a delphi prompt shows the last round only, with statistics', () => {
  const session = debate('delphi')
  const { message } = promptFor(session, last(session), 3)
  expect(message).not.toContain('Round 1:')
  expect(message).toContain('Round 2 in numbers:')
  expect(message).toContain('3 of 4 hold “Leave it”')
})

test('answers that one line could not separate have separate marks', () => {
  const session = debate('collaborative', { texts: { answer: 'a | b' } })
  const { fenced } = readFences(promptFor(session, last(session), 1))
  expect(fenced.filter(({ kind }) => kind === 'answers').map(({ text }) => text)).toEqual(['a | b', 'Leave it'])
})

describe('a prompt with little room', () => {
  const long = (rounds: number) =>
    debate('collaborative', { rounds, texts: { reasoning: 'r'.repeat(2000), result: 'c'.repeat(20_000) } })
  const told = (session: Session, promptTokens: number) => {
    const prompt = promptFor(session, last(session), session.totalRounds, { promptTokens })
    return { ...readFences(prompt), length: prompt.system.length + prompt.message.length }
  }

  test.each([1500, 2000, 3000, 5000, 8000, 12_000])('has at most %i tokens', (promptTokens) => {
    const { length, fenced, outside } = told(long(6), promptTokens)
    expect(length).toBeLessThanOrEqual(promptTokens * 4)
    const statements = fenced.filter(({ kind }) => kind === 'statement').length
    const [, leftOut = '0'] = /\((\d+) statements? w/.exec(outside) ?? []
    expect(statements + Number(leftOut)).toBe(4 * 5 + 1)
    expect(statements).toBeGreaterThan(0)
  })

  test('contains topic, role, rules and format even if they exceed the limit', () => {
    for (const mode of modeNames) {
      const session = debate(mode, { texts: { topic: 't'.repeat(9000) } })
      const full = promptFor(session, last(session), 3)
      const { system, message } = promptFor(session, last(session), 3, { promptTokens: 100 })
      expect(system).toBe(full.system)
      expect(message).toContain('t'.repeat(9000))
      expect(message).toMatch(/\(\d+ statements were left out: there was no room.\)/)
      expect(message).toMatch(/\(\d+ questions were left out: there was no room.\)/)
    }
  })

  test('shows older rounds by position and key points, and the newest in full', () => {
    const { fenced } = told(debate('collaborative', { rounds: 4 }), 12_000)
    const reasoned = fenced.filter(({ text }) => text.includes('reasoning: ')).map(({ opening }) => opening)
    expect(reasoned.map((opening) => /round="(\d)"/.exec(opening)?.[1])).toEqual(['3', '3', '3', '3', '4'])
    expect(fenced.filter(({ kind }) => kind === 'statement')).toHaveLength(13)
  })

  test('drops the oldest statements first', () => {
    const { fenced } = told(long(8), 2500)
    const rounds = fenced.flatMap(({ opening }) => /statement.*round="(\d)"/.exec(opening)?.[1] ?? [])
    expect(rounds).toEqual(rounds.toSorted())
    expect(rounds.at(-1)).toBe('8')
    expect(rounds).not.toContain('1')
  })

  test('shows all statements by position and key points if the newest round does not fit in full', () => {
    const session = long(2)
    const lengthy = session.responses.map((said) => ({ ...said, reasoning: 'r'.repeat(4000) }))
    const { fenced, outside } = told({ ...session, contextRequests: [], responses: lengthy }, 4000)
    expect(fenced.filter(({ kind }) => kind === 'statement')).toHaveLength(5)
    expect(fenced.some(({ text }) => text.includes('reasoning: '))).toBe(false)
    expect(outside).not.toContain('left out')
  })

  test('shortens long context, and leaves room for statements', () => {
    const session = long(3)
    const { fenced } = told({ ...session, contextRequests: session.contextRequests.slice(0, 1) }, 4000)
    expect(fenced.find(({ text }) => text.includes('cccc'))?.text).toMatch(/… \[shortened: \d+ more characters\]$/)
    expect(fenced.filter(({ kind }) => kind === 'statement').length).toBeGreaterThan(4)
  })
})

test('the order of arrival in a round does not change the prompts of seats that speak in parallel', () => {
  const session = debate('collaborative')
  const seat = last(session)
  const round = roundOf(session, 2)!
  const third = roundOf(session, 3)!
  const given = {
    mode: findMode('collaborative'),
    seat,
    round,
    heard: [],
    nonce: NONCE,
    promptTokens: 12_000,
    canRequest: true,
  }
  const before = session.responses.filter((said) => said.round === 1)
  const prompt = seatPrompt({ ...given, session: { ...session, responses: before } })
  expect(seatPrompt({ ...given, session })).toEqual(prompt)
  expect(seatPrompt({ ...given, session: { ...session, responses: session.responses.toReversed() } })).toEqual(prompt)
  const turned = { ...session, responses: session.responses.toReversed() }
  expect(seatPrompt({ ...given, round: third, session: turned })).toEqual(
    seatPrompt({ ...given, round: third, session }),
  )
  const request = { ...session.contextRequests[2]!, id: 'another', round: 2 }
  const asked = { ...session, contextRequests: [...session.contextRequests, request] }
  expect(seatPrompt({ ...given, session: asked })).toEqual(prompt)
})

test('the blue team sees the statements of the red team in the same round', () => {
  const session = debate('red-team-blue-team', { seats: 2 })
  const { message } = promptFor(session, session.seats[1]!, 3)
  expect(message).toMatch(/In this round, before you:\n<statement-\w+ from="anthropic_1" round="3">/)
})

const delphi = makeUpDebate({ mode: 'delphi', seats: 4 })
const second = delphi.responses.filter(({ round }) => round === 2)

test('statistics of a choice list answers, the most frequent first, with median and spread of the confidence', () => {
  const [first, ...rest] = second
  const statements = [first!, first!, ...rest].map((said, index) => ({
    ...said,
    confidence: [0.9, 0.1, 0.5, 0.2, 0.8][index]!,
  }))
  expect(statisticsOf(statements, delphi)).toBe(
    '3 of 5 hold “Leave it”\n2 of 5 hold “Move it”\nconfidence has a median of 0.5; half of it lies between 0.2 and 0.8',
  )
})

test('statistics without possible answers count the stances', () => {
  const open = makeUpDebate({ mode: 'delphi', seats: 4, isChoice: false })
  const [first, ...rest] = open.responses.filter(({ round }) => round === 2)
  const { stance: _, ...undecided } = first!
  expect(statisticsOf([undecided, ...rest], open)).toContain('3 of 4 hold “oppose”\n1 of 4 hold “no stance”')
})

test('statistics of confidence skip seats that stated none', () => {
  const [first, ...rest] = second
  const { confidence: _, ...unsure } = first!
  expect(statisticsOf([unsure, ...rest], delphi)).toContain('median of 0.8;')
  expect(statisticsOf([unsure], delphi)).toContain('no seat gave a confidence')
})
