import type { Json, Part, Situation, Voice } from '@sweatpants/demo-model'
import { quote } from '../session/phrases.ts'
import { type Brief, medianOf, readBrief, sayVote, type Told } from './brief.ts'
import { chooseArguments, type Said } from './choose-arguments.ts'
import { frame } from './frame.ts'
import { type Held, takeStance } from './stance.ts'
import { listPoints, MOST, writeSynthesis } from './write-synthesis.ts'

/** Lets the demo model take a seat in a debate, frame its question, and write its summary, synthesis and perspectives. */
export const debateVoice: Voice = {
  ability: 'argue a seat in a debate',
  read(situation) {
    const brief = readBrief(situation)
    return brief && argue(brief, situation)
  },
}

function argue(brief: Brief, situation: Situation): Part {
  const { topic } = brief
  const held = takeStance(brief, situation.draw)
  const said = chooseArguments(brief, held, situation.draw)
  const [first] = said.arguments
  const position = `${sayHeld(brief, held)}. ${first!.point}`
  const change = sayChange(brief, held)
  const reasoning = [change, said.reply, ...said.arguments.map(({ point, why }) => `${point} ${why}`)]
    .filter((sentence) => sentence !== undefined)
    .join(' ')
  const keyPoints = listKeyPoints(brief, said)
  const { isCheckable, ...question } = frame(topic)
  return {
    call: requestContext(topic, situation),
    values: {
      ...voteOf(held),
      position,
      reasoning,
      working: reasoning,
      summary: summarize(brief),
      keyPoints,
      perspectives: PERSPECTIVES,
      ...question,
      checkable: isCheckable,
      groups: brief.proposals.map((text, index) => ({
        label: text,
        reason: 'No other proposal says the same.',
        proposals: [index + 1],
      })),
      ...(change !== undefined && { changeReason: change }),
      ranking: rankOthers(brief, held, situation.draw),
      // A synthesis is asked of no seat.
      ...(brief.seat === '' && writeSynthesis(brief)),
    },
    answer: { type: 'text', text: `${summarize(brief)}\n\n${keyPoints.map((point) => `- ${point}`).join('\n')}` },
  }
}

/** The points of the seat. Without a seat, those that most others made. */
function listKeyPoints({ seat, statements }: Brief, said: Said): string[] {
  const made = seat === '' ? listPoints(statements).slice(0, MOST) : []
  return made.length > 0 ? made.map(({ text }) => text) : said.arguments.map(({ point }) => point)
}

const sayHeld = ({ unit, sides }: Brief, { answer, estimate, side }: Held): string =>
  answer ?? (estimate === undefined ? sides[side] : `About ${estimate.value} ${unit}`)

/** Says what changed the mind of the seat, with a point of one of those who hold what it holds now. */
function sayChange({ kind, unit, statements, numbers, place }: Brief, held: Held): string | undefined {
  const { changedFrom, agreeing, answer, side } = held
  if (changedFrom === undefined) return undefined
  if (kind === 'estimate')
    return `The ${agreeing} others made me change my mind. The middle of their numbers is ${medianOf(numbers)} ${unit}, and I go half of the way.`
  const points = statements.flatMap(({ vote, points: [first = []] }) => (vote === (answer ?? side) ? first : []))
  const argument = points.length === 0 ? 'their reasons' : quote(points[place % points.length]!)
  return `${agreeing} of the others made me change my mind. I had no answer to ${argument}.`
}

const voteOf = ({ side, answer, estimate, confidence }: Held): Record<string, Json> => ({
  stance: side,
  confidence,
  standsBehind: true,
  ...(answer !== undefined && { answer }),
  ...(estimate !== undefined && { estimate: estimate.value, low: estimate.low!, high: estimate.high! }),
})

/** Ranks the other seats: those that hold the same first, then in an order that is drawn for the seat. */
function rankOthers({ statements, seat, topic }: Brief, { answer, side }: Held, draw: Situation['draw']): string[] {
  const placeOf = ({ from, vote }: Told): number =>
    draw(`rank ${from} ${seat} ${topic}`) + (vote === (answer ?? side) ? 0 : 1)
  return statements.toSorted((a, b) => placeOf(a) - placeOf(b)).map(({ from }) => from)
}

/** Says where the panel stands, from what the prompt tells of its votes. */
function summarize({ topic, votes, numbers, sides }: Brief): string {
  const counts = [...Map.groupBy(votes, (vote) => sayVote(vote, sides))].map(
    ([vote, those]) => `${those.length} for “${vote}”`,
  )
  const told =
    numbers.length > 0 ? `estimates from ${Math.min(...numbers)} to ${Math.max(...numbers)}` : counts.join(', ')
  return told === '' ? `The panel discussed “${topic}”.` : `On “${topic}” the panel has ${told}.`
}

const PERSPECTIVES = ['cost', 'risk', 'the people affected', 'the evidence', 'alternatives', 'the long term']

const PRIVATE = /\b(our|ours|my|we|us|internal|in-house|company's)\b/i

/** Asks for what only the caller can know, once: not if the question was asked in this round or stands in the prompt. */
function requestContext(topic: string, { exchanges, message }: Situation): Part['call'] {
  const query = `What should the panel know before it answers: ${topic}`
  const wasAsked = exchanges.length > 0 || message.includes(query)
  if (!PRIVATE.test(topic) || wasAsked) return undefined
  const reason = 'The answer depends on facts that only you know.'
  return { name: 'request_context', values: { query, reason, priority: 'required' } }
}
