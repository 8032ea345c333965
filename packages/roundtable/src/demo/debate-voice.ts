import type { Json, Part, Situation, Voice } from '@sweatpants/demo-model'
import { type Brief, readBrief } from './brief.ts'
import { type Held, takeStance } from './stance.ts'

/** Lets the demo model take a seat in a debate, and write its summary, synthesis and perspectives. */
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
  const position = `${held.answer ?? NAMES[held.side]}: ${topic}`
  const change =
    held.changedFrom === undefined
      ? undefined
      : `I held “${held.changedFrom}” before; ${held.agreeing} of the others made me change my mind.`
  const reasoning = [change, `My position on “${topic}” is “${held.answer ?? held.side}”.`, WHY[held.side]]
    .filter((sentence) => sentence !== undefined)
    .join(' ')
  const keyPoints = POINTS[held.side].map((point) => `On “${topic}”: ${point}.`)
  const points = keyPoints.map((point) => `- ${point}`).join('\n')
  const sure = `Confidence: ${Math.round(held.confidence * 100)}%.`
  return {
    call: requestContext(topic, situation),
    values: {
      ...voteOf(held),
      position,
      reasoning,
      working: reasoning,
      summary: reasoning,
      keyPoints,
      perspectives: PERSPECTIVES,
      ...(change !== undefined && { changeReason: change }),
    },
    answer: { type: 'text', text: `${position}\n\n${reasoning}\n\n${points}\n\n${sure}` },
  }
}

const voteOf = ({ side, answer, confidence }: Held): Record<string, Json> => ({
  stance: side,
  confidence,
  ...(answer !== undefined && { answer }),
})

const NAMES = { support: 'Support', oppose: 'Oppose' }

const WHY = {
  support: 'What speaks for it can be had soon, and what speaks against it can be limited.',
  oppose: 'What it costs is certain, and what it brings is not.',
}

const POINTS = {
  support: ['the gain is worth a trial', 'the risks can be seen early', 'waiting has a cost too'],
  oppose: ['the cost comes first', 'the gain is not shown yet', 'there are smaller steps to try'],
}

const PERSPECTIVES = ['cost', 'risk', 'the people affected', 'the evidence', 'alternatives', 'the long term']

const PRIVATE = /\b(our|ours|my|we|us|internal|in-house|company's)\b/i

/** Asks for what only the caller can know, once: not if the question was asked in this round or stands in the prompt. */
function requestContext(topic: string, { exchanges, message }: Situation): Part['call'] {
  const query = `What do you know that bears on “${topic}”?`
  const wasAsked = exchanges.length > 0 || message.includes(query)
  if (!PRIVATE.test(topic) || wasAsked) return undefined
  const reason = 'The topic is about something that only the caller can know.'
  return { name: 'request_context', values: { query, reason, priority: 'required' } }
}
