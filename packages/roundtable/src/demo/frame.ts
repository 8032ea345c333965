import type { FramedQuestion } from '../answers/parse-question.ts'

// The demo model follows rules, so it frames a question by its words. A real model reads the topic.

const NUMBER = /\bhow (?:many|much|long|often|far|old|high|large|big)\b|\b(?:estimate|what percentage)\b/i
const UNIT =
  /\bhow (?:many|much) (?!is\b|are\b|will\b|does\b|do\b|time\b|money\b)(\p{L}+)|\bhow (long|often|far|old)\b|\bin (days|weeks|months|years|hours|minutes|euros|dollars|percent)\b/iu
const OPEN =
  /(?:^|, )\W*(?:what|which|who|whom|whose|when|where|why|how|compare|choose|pick|select|find|list|name|rank|suggest|design)\b/iu
const CHOICE = /^([^,:?]{1,60}?) (?:or|vs\.?|versus) ([^,?]{1,60}?)\s*\??$/i
const BEFORE_CHOICE = /^.{0,300}(?:[:,] |\b(?:use|choose|pick|buy|prefer|between) )/i
const VALUES =
  /^\W*should (?:a|an|the|cities|people|countries|society|parents|schools)\b|\b(?:fair|ethical|moral|beautiful)\b/i

const UNITS: Readonly<Record<string, string>> = {
  long: 'weeks',
  often: 'times a month',
  far: 'kilometres',
  old: 'years',
}

/** Says which kind of question a topic is. */
export function frame(topic: string): FramedQuestion {
  const asked = lastQuestion(topic)
  const isCheckable = !VALUES.test(asked)
  if (NUMBER.test(asked)) return { kind: 'estimate', quantity: asked, unit: findUnit(asked), isCheckable }
  const [, one, other] = CHOICE.exec(asked.replace(BEFORE_CHOICE, '').replace(/ or not\s*\?/i, '?')) ?? []
  if (one !== undefined && other !== undefined && !/^\W*(?:should|shall|is|are|do|does|can|will) /i.test(one))
    return { kind: 'choice', options: [one.trim(), other.trim()], isCheckable }
  if (OPEN.test(asked)) return { kind: 'open', isCheckable }
  return { kind: 'proposition', proposition: asked.replace(/\?$/, ''), yes: 'Yes', no: 'No', isCheckable }
}

/** The last sentence with a question mark, or the whole topic; only its beginning matters. */
function lastQuestion(topic: string): string {
  const sentences = topic.split(/(?<=[.!?\n])/)
  return (sentences.findLast((sentence) => sentence.endsWith('?')) ?? topic).trim().slice(0, MOST)
}

const MOST = 400

function findUnit(asked: string): string {
  const [, counted, adverb, named] = UNIT.exec(asked) ?? []
  return (
    named?.toLowerCase() ??
    (adverb === undefined ? undefined : UNITS[adverb.toLowerCase()]) ??
    counted?.toLowerCase() ??
    'units'
  )
}
