import { expect, test } from 'vitest'
import { choice, proposition, seat } from '../session/fixtures/debate.ts'
import { describePositions } from './describe-positions.ts'
import { Debate, failures, inProgress, split } from './fixtures/debates.ts'
import { type Positions, readPositions } from './positions.ts'

/** Of one seat, where it stands at each stop, in short. */
const trackOf = ({ tracks, lanes }: Positions, agentId: string) =>
  tracks
    .find((track) => track.seat.agentId === agentId)!
    .places.map((place) =>
      place.type === 'heard' ? `${lanes[place.lane ?? -1]?.letter} ${place.confidence}` : place.type,
    )

test('the private ballot is a stop before the first round', () => {
  const positions = readPositions(split())
  expect(positions.stops.map(({ label }) => label)).toEqual(['Ballot', 'Round 1', 'Round 2'])
  expect(positions.lanes.map(({ letter, answer }) => `${letter} ${answer}`)).toEqual([
    'A Yes, three days in the office',
    'B Undecided',
    'C No, keep it free',
  ])
  expect(trackOf(positions, 'openai_1')).toEqual(['A 0.6', 'A 0.65', 'C 0.6'])
})

test('a ballot before the second round is a stop too, and an answer that occurs only there has a lane', () => {
  const held = (agentId: string, answer: string) => ({ agentId, position: `${answer}.`, answer, confidence: 0.7 })
  const first = [held('openai_1', 'A'), held('google_1', 'B')]
  const twice = (votes: typeof first) =>
    readPositions(
      new Debate({ question: choice('A', 'B', 'C') })
        .begin(1)
        .vote(votes)
        .say(first)
        .end()
        .begin(2)
        .vote([held('openai_1', 'C'), held('google_1', 'B')])
        .say(first)
        .end().session,
    )
  const positions = twice([])
  expect(positions.stops.map(({ label }) => label)).toEqual(['Round 1', 'Ballot', 'Round 2'])
  expect(positions.lanes.map(({ answer }) => answer)).toEqual(['A', 'B', 'C'])
  expect(trackOf(positions, 'openai_1')).toEqual(['A 0.7', 'C 0.7', 'A 0.7'])
  expect(positions.tracks.flatMap(({ places }) => places).some((place) => 'flip' in place)).toBe(false)
  expect(twice(first).stops.map(({ label }) => label)).toEqual(['Ballot', 'Round 1', 'Ballot 2', 'Round 2'])
})

test('the positions begin with the round in which the question was corrected', () => {
  const votes = ['A', 'B'].map((answer, i) => ({ agentId: ['openai_1', 'google_1'][i]!, position: answer, answer }))
  const { session } = new Debate({ question: { kind: 'open', isCheckable: true, by: 'model', since: 1 } })
    .begin(1)
    .say(votes.map(({ agentId }) => ({ agentId, position: 'Something else.' })))
    .end()
    .begin(2)
    .vote(votes)
    .say(votes)
    .end()
  const corrected = { ...choice('A', 'B'), since: 2, earlier: [{ kind: 'open' as const, since: 1 }] }
  const positions = readPositions({ ...session, question: corrected })
  expect(positions.stops.map(({ label }) => label)).toEqual(['Ballot', 'Round 2'])
  expect(trackOf(positions, 'openai_1')).toEqual(['A undefined', 'A undefined'])
})

test('a flip is at the stop of the change, with its reason if the seat gave one', () => {
  const { tracks } = readPositions(split())
  const flips = tracks.flatMap(({ places }) =>
    places.flatMap((place, stop) => (place.type === 'heard' && place.flip ? { stop, ...place.flip } : [])),
  )
  expect(flips).toEqual([
    {
      agentId: 'openai_1',
      stop: 2,
      round: 2,
      from: 'Yes, three days in the office',
      to: 'No, keep it free',
      reason: 'A trial found no difference, and beginners can be an exception.',
    },
    { agentId: 'openai_2', stop: 1, round: 1, from: 'Undecided', to: 'Yes, three days in the office' },
  ])
})

test('failed, absent and pending seats are distinguished', () => {
  const positions = readPositions(failures())
  expect(trackOf(positions, 'openai_1')).toEqual(['B 0.6', 'absent'])
  expect(positions.tracks.at(-1)).toMatchObject({
    seat: { number: 5, agentId: 'ollama_1', absence: 'nothing listens' },
    places: [{ type: 'absent', reason: 'nothing listens' }, { type: 'absent' }],
  })
  expect(trackOf(readPositions(inProgress()), 'openai_1')).toEqual(['waiting'])
  const stopped = new Debate().begin(1).happen({ type: 'session_stop' }).session
  expect(trackOf(readPositions(stopped), 'openai_1')).toEqual(['unasked'])
})

test('a seat whose ballot failed is absent from the ballot and heard in the round', () => {
  const session = new Debate({ question: choice('A', 'B') })
    .begin(1)
    .vote([{ agentId: 'openai_1', position: 'A', answer: 'A', confidence: 0.5 }])
    .fail('anthropic_1', { phase: 'ballot' })
    .say([{ agentId: 'anthropic_1', position: 'A', answer: 'A', confidence: 0.9 }]).session
  expect(trackOf(readPositions(session), 'anthropic_1')).toEqual(['absent', 'A 0.9'])
})

test('a seat without a possible answer has no lane', () => {
  const session = new Debate({ question: choice('A', 'B') })
    .begin(1)
    .say([{ agentId: 'openai_1', position: 'Neither.' }]).session
  const positions = readPositions(session)
  expect(trackOf(positions, 'openai_1')).toEqual(['undefined undefined'])
  expect(describePositions(positions)[0]).toContain('without a clear answer: gpt')
})

test('a seat with an assigned side is in the lane of its ballot', () => {
  const advocate = seat('eve_1', { role: { name: 'Advocate', instruction: '', stance: 'oppose' } })
  const session = new Debate({ topic: 'Cats are better.', question: proposition(), seats: [advocate] })
    .begin(1)
    .vote([{ agentId: 'eve_1', position: 'Yes.', stance: 'support', confidence: 0.9 }])
    .say([{ agentId: 'eve_1', position: 'No, dogs are.', stance: 'oppose', confidence: 0.6 }]).session
  const positions = readPositions(session)
  expect(trackOf(positions, 'eve_1')).toEqual(['A 0.9', 'A 0.9'])
  expect(positions.tracks[0]!.places[1]).toMatchObject({ position: 'No, dogs are.', isRole: true })
})

test('describePositions lists for each stop which seat holds which answer', () => {
  expect(describePositions(readPositions(failures()))).toEqual([
    'Round 1: for A, “Postgres”: claude (80%); for B, “Kafka”: gpt (60%); not heard: Economist · gemini, Historian · gpt-mini and llama.',
    'Round 2: for A, “Postgres”: claude (85%) and Economist · gemini (70%); not heard: gpt, Historian · gpt-mini and llama.',
  ])
  expect(describePositions(readPositions(split())).at(-1)).toContain('gpt (60%, changed its mind)')
  expect(describePositions(readPositions(inProgress()))[0]).toContain(
    'still to answer: gpt, Economist · gemini and Historian · gpt-mini',
  )
})
