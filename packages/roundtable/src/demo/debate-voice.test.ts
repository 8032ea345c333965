import { createDemoModel } from '@sweatpants/demo-model'
import { repairJson } from '@sweatpants/framework'
import { fromLanguageModel, type ModelRequest } from '@sweatpants/framework/models'
import { describe, expect, test } from 'vitest'
import { parseBallot, toAsked } from '../answers/parse-ballot.ts'
import { parseStatement } from '../answers/parse-statement.ts'
import { MODES, modeNames } from '../modes/index.ts'
import { everyPrompt, makeUpDebate, promptFor } from '../prompts/fixtures/made-up-debate.ts'
import type { Prompt } from '../prompts/sections.ts'
import type { Session } from '../session/session.ts'
import { debateVoice } from './debate-voice.ts'

const demo = fromLanguageModel(createDemoModel({ voices: [debateVoice] }))

async function ask({ system, message }: Prompt, given: Partial<ModelRequest> = {}) {
  const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: message } }]
  const { content } = await demo.answer(
    { messages, systemPrompt: system, ...given },
    { signal: new AbortController().signal },
  )
  const [block] = [content].flat()
  return block!
}

async function textOf(prompt: Prompt): Promise<string> {
  const block = await ask(prompt)
  if (block.type !== 'text') throw new Error(`expected a text, not ${block.type}`)
  return block.text
}

const answerTo = async (prompt: Prompt) => repairJson(await textOf(prompt)) as Record<string, unknown>

const answersIn = (session: Session, round: number) =>
  Promise.all(session.seats.map((seat) => answerTo(promptFor(session, seat, round))))

describe.each(modeNames)('the demo model in %s', (mode) => {
  const session = makeUpDebate({ mode, texts: { topic: 'Should cities ban cars, and when?' } })

  test.each(everyPrompt(session).filter(([kind]) => /^(seat|ballot)/.test(kind)))(
    'answers the prompt of the %s',
    async (_, prompt) => {
      const answer = await answerTo(prompt)
      expect(['Move it', 'Leave it']).toContain(answer.answer)
      expect(answer.position).toMatch(new RegExp(`^${answer.answer}\\. `))
      expect(answer).not.toHaveProperty('stance')
      expect(answer.confidence).toBeGreaterThan(0)
      expect(answer.confidence).toBeLessThanOrEqual(1)
      for (const name of Object.keys(answer)) expect(prompt.system).toContain(`"${name}"`)
      if ('changeReason' in answer) expect(answer.changeReason).toContain('made me change my mind')
      expect(answer).not.toHaveProperty('agreesWith')
    },
  )

  test('gives answers that the parsers accept', async () => {
    const asked = toAsked(session)
    const speakers = Object.fromEntries(session.seats.map(({ agentId }) => [agentId, agentId]))
    for (const [kind, prompt] of everyPrompt(session).filter(([name]) => /^(seat|ballot)/.test(name))) {
      const text = await textOf(prompt)
      const parsed = kind.startsWith('seat') ? parseStatement(text, { ...asked, speakers }) : parseBallot(text, asked)
      const { answer, position, confidence } = repairJson(text) as Record<string, unknown>
      expect(parsed).toMatchObject({ type: 'parsed', value: { answer, position, confidence } })
    }
  })

  test('answers the prompts for summary, perspectives and synthesis', async () => {
    const prompts = new Map(everyPrompt(session))
    expect(await answerTo(prompts.get('summary')!)).toEqual({
      summary: expect.stringContaining('Should cities ban cars'),
      keyPoints: expect.arrayContaining([expect.any(String)]),
    })
    expect(await answerTo(prompts.get('perspectives')!)).toEqual({
      perspectives: expect.arrayContaining(['cost', 'risk']),
    })
    expect(await ask(prompts.get('synthesis')!)).toMatchObject({
      type: 'text',
      text: expect.stringContaining('follows a script'),
    })
  })

  test('holds the same for every nonce', async () => {
    for (const seat of session.seats) {
      const answers = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'].map((nonce) => answerTo(promptFor(session, seat, 1, { nonce })))
      const [one, other] = await Promise.all(answers)
      expect(other).toEqual(one)
    }
  })

  test('says in round 1 what it said in its ballot, unless its role gives it a side', async () => {
    const prompts = new Map(everyPrompt(session))
    for (const { agentId, role } of session.seats) {
      const ballot = await answerTo(prompts.get(`ballot of ${agentId}`)!)
      if (role?.stance === undefined)
        expect(await answerTo(prompts.get(`seat ${agentId} in round 1`)!)).toMatchObject(ballot)
    }
  })

  test('has seats with different opinions', async () => {
    const answers = await answersIn(makeUpDebate({ mode, seats: 8, isChoice: false }), 1)
    expect(new Set(answers.map(({ stance }) => stance))).toEqual(new Set(['support', 'oppose']))
    for (const answer of answers) expect(answer).not.toHaveProperty('changeReason')
  })

  test('asks once for what only the caller knows', async () => {
    const topic = 'Should we replace our database?'
    const asked = `What should the panel know before it answers: ${topic}`
    const properties = {
      query: { type: 'string' },
      reason: { type: 'string' },
      priority: { enum: ['required', 'optional'] },
    }
    const inputSchema = { type: 'object', properties, required: ['query', 'reason', 'priority'] }
    const tools = [{ name: 'request_context', description: 'Asks the caller', inputSchema }]
    const before = makeUpDebate({ mode, texts: { topic } })
    const [seat] = before.seats
    const call = await ask(promptFor(before, seat!, 1), { tools })
    expect(call).toMatchObject({
      type: 'tool_use',
      name: 'request_context',
      input: { query: asked, priority: 'required' },
    })
    const after = makeUpDebate({ mode, texts: { topic, query: asked } })
    for (const round of [2, 3])
      expect(await ask(promptFor(after, seat!, round), { tools })).toMatchObject({ type: 'text' })
  })
})

test.each(MODES.filter((mode) => 'findViolation' in mode))(
  'the demo model argues the side of its role in $name, not that of its persona',
  async ({ name }) => {
    for (const persona of [
      'You are a supporter of everything, a born proponent.',
      'You are an opponent of everything.',
    ]) {
      const session = makeUpDebate({ mode: name, isChoice: false, texts: { persona } })
      const answers = await answersIn(session, 1)
      const sides = session.seats.map(({ role }) => role?.stance)
      expect(sides).toContain('support')
      expect(sides).toContain('oppose')
      answers.forEach(({ stance }, index) => {
        if (sides[index] !== undefined) expect(stance).toBe(sides[index])
      })
    }
  },
)

test('the demo model ranks the answers of all others in the mode ranking', async () => {
  const session = makeUpDebate({ mode: 'ranking' })
  const [first, ...others] = session.seats
  const { ranking } = await answerTo(promptFor(session, first!, 2))
  expect((ranking as string[]).toSorted()).toEqual(others.map(({ label }) => label).toSorted())
})

describe('when all other seats of a panel disagree', () => {
  /** Returns a debate in which a seat has said this in every round. */
  const saying = (session: Session, agentId: string, { answer, stance }: Record<string, unknown>): Session => {
    const own = { ...(answer === undefined ? {} : { answer }), ...(stance === undefined ? {} : { stance }) } as object
    const responses = session.responses.map((one) => (one.agentId === agentId ? { ...one, ...own } : one))
    return { ...session, responses }
  }

  /** In round 2, every seat has heard that all others hold “Leave it” and oppose. */
  const minority = async (mode: string, isChoice: boolean) => {
    const session = makeUpDebate({ mode, seats: 24, isChoice })
    const before = await answersIn(session, 1)
    const said = session.seats.map((seat, i) => ({ seat, own: saying(session, seat.agentId, before[i]!) }))
    const after = await Promise.all(said.map(({ seat, own }) => answerTo(promptFor(own, seat, 2))))
    return before
      .map((answer, index) => ({ before: answer, after: after[index]!, ...said[index]!, role: said[index]!.seat.role }))
      .filter((seat) => (isChoice ? seat.before.answer === 'Move it' : seat.before.stance === 'support'))
  }

  test.each([true, false])(
    'some demo seats change their mind with a reason, if the topic is a choice: %s',
    async (isChoice) => {
      const seats = await minority('collaborative', isChoice)
      const changed = seats.filter(({ after }) => 'changeReason' in after)
      expect(changed.length).toBeGreaterThan(0)
      expect(changed.length).toBeLessThan(seats.length)
      for (const { before, after } of changed) {
        expect(after).toMatchObject(isChoice ? { answer: 'Leave it' } : { stance: 'oppose' })
        expect(after.reasoning).toContain(after.changeReason)
        expect(after.changeReason).toContain('23 of the others')
        expect(after.confidence).toBeLessThan(before.confidence as number)
      }
    },
  )

  test('a demo seat that has changed its mind keeps its new answer, and says why only once', async () => {
    const seats = await minority('collaborative', true)
    const { seat, own, after } = seats.find((one) => 'changeReason' in one.after)!
    const later = await answerTo(promptFor(saying(own, seat.agentId, after), seat, 2))
    expect(later).toMatchObject({ answer: after.answer })
    expect(later.reasoning).not.toContain('change my mind')
    expect(later).not.toHaveProperty('changeReason')
  })

  test('a demo seat whose role gives it a side keeps that side', async () => {
    const seats = (await minority('adversarial', false)).filter(({ role }) => role?.stance === 'support')
    expect(seats.length).toBeGreaterThan(0)
    for (const { after } of seats) expect(after.stance).toBe('support')
  })
})

test('the debate voice takes no prompt without a topic in a fence', async () => {
  const text = await textOf({ system: '', message: 'Hold a roundtable debate on the topic: should cities ban cars?' })
  expect(text).toContain('I am a demo model')
})
