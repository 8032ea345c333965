import { expect, test } from 'vitest'
import { MODES } from '../modes/index.ts'
import type { Session } from '../session/session.ts'
import { everyPrompt, makeUpDebate } from './fixtures/made-up-debate.ts'

const hiding = MODES.filter(({ recall }) => recall.speakers === 'labels')

const namesIn = ({ seats, responses }: Session): string[] => [
  ...seats.flatMap(({ agentId, model, family }) => [agentId, model, family]),
  ...responses.map(({ model }) => model.split('/').at(-1)!),
]

test('at least one mode hides the speakers', () => {
  expect(hiding.map(({ name }) => name)).toEqual(['delphi', 'ranking'])
})

test.each(hiding)('no prompt of $name has the name, the model or the family of a seat', ({ name }) => {
  const session = makeUpDebate({ mode: name })
  for (const [kind, { system, message }] of everyPrompt(session)) {
    for (const one of namesIn(session)) expect(`${system}\n${message}`, kind).not.toContain(one)
  }
})

test.each(hiding)('a seat of $name has the same label in every prompt', ({ name }) => {
  const session = makeUpDebate({ mode: name })
  const seats = everyPrompt(session).filter(([kind]) => kind.startsWith('seat'))
  for (const [kind, { system, message }] of seats) {
    const seat = session.seats.find(({ agentId }) => kind.includes(agentId))!
    expect(system).toContain(`You are ${seat.label}, `)
    const told = kind.endsWith('1') ? [] : session.seats
    for (const { label } of told) expect(message).toContain(`from="${label}"`)
  }
})

test.each(hiding)('what a seat of $name says is quoted unchanged, including names', ({ name }) => {
  // No prompt told it the name of a seat, so a name in its text reveals no speaker.
  const session = makeUpDebate({ mode: name, texts: { position: 'As openai_2 would say: no.' } })
  const [, { message }] = everyPrompt(session).find(([kind]) => kind === 'seat google_3 in round 3')!
  expect(message).toContain('position: As openai_2 would say: no.')
})

test('in other modes, prompts name the speakers and the seats that asked', () => {
  const [, { message }] = everyPrompt(makeUpDebate({ mode: 'collaborative' })).find(
    ([kind]) => kind === 'seat google_3 in round 2',
  )!
  expect(message).toContain('from="anthropic_1" round="1"')
  expect(message).toContain('asked-by="mistral_4"')
})
