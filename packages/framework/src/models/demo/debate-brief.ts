import type { JsonSchema } from '../../tools/schema.ts'
import { choicesOf } from './choices.ts'
import { takesASeat } from './seat.ts'
import type { Situation } from './situation.ts'
import { subjectOf } from './subject.ts'

/** What a seat in a debate is told. */
export interface Brief {
  topic: string
  /** Who it speaks as. */
  seat: string
  /** The side that its role gives it, if it does. */
  assigned: 'support' | 'oppose' | undefined
  /** What others said last: texts of answers, positions, stances. */
  votes: readonly string[]
  /** The answers that may be given. */
  answers: readonly string[]
}

const DEBATE =
  /\b(debate|debating|roundtable|round table|expert panel|delphi|socratic|devil'?s advocate|red team|blue team)\b/i

/** The brief of a seat, where there is a debate: somebody says so, or the answer is a position with a confidence. */
export function readBrief(situation: Situation): Brief | undefined {
  const { system, message } = situation
  const names = Object.keys(wantedProperties(situation)).join(' ')
  const isVote = /\b(position|stance)\b/i.test(names) && /\bconfidence\b/i.test(names)
  if (!isVote && !takesASeat(situation) && !DEBATE.test(system) && !DEBATE.test(message)) return undefined
  const seat = seatIn(system) || (/^you are .*$/im.exec(message)?.[0] ?? '')
  return {
    topic: topicIn(message) ?? topicIn(system) ?? subjectOf(message),
    seat,
    assigned: sideGiven(seat),
    votes: votesIn(message),
    answers: answersIn(situation),
  }
}

/** The properties of the data that is asked for, if data is. */
function wantedProperties({ format, tools, toolChoice }: Situation): Record<string, JsonSchema> {
  const forced = toolChoice.type === 'tool' ? tools.find(({ name }) => name === toolChoice.toolName) : undefined
  const only = toolChoice.type === 'required' && tools.length === 1 ? tools[0] : undefined
  const schema = format?.schema ?? (forced ?? only)?.inputSchema
  return (schema?.properties ?? {}) as Record<string, JsonSchema>
}

/** A line that only opens a block. */
const FENCE = '(?:(?:```|~~~|<|\\[|---|===)[^\\n]*\\n\\s*)?'
const NAMES = '(topic|motion|question|proposition)'

const TOPICS = [
  /<(topic[\w-]*)\b[^>]*>\s*([\s\S]+?)\s*<\/\1>/i,
  new RegExp(`^[\\s#>*-]*(?:debate )?${NAMES}\\b[\\s*]*:[\\s*]*${FENCE}(\\S.*)$`, 'im'),
  new RegExp(`^#+ *${NAMES}\\b.*\\n+\\s*${FENCE}(\\S.*)$`, 'im'),
  /\b(debate|discuss|argue)(?: about| on| over| whether)?:? ["“]?([^"”\n.]+)/i,
]

const topicIn = (text: string): string | undefined =>
  TOPICS.map((pattern) => pattern.exec(text)?.[2]?.trim()).find((topic) => topic !== undefined)

const SEAT = /^.*\b(?:you are|your role|your persona|persona|role|seat|perspective|stance to argue)\b.*$/gim

/** The lines that say who speaks. Whatever changes from round to round is not among them. */
const seatIn = (text: string): string => (text.match(SEAT) ?? []).join('\n').replace(/\bround \d+\b.*/gi, '')

const SIDES: readonly [RegExp, 'support' | 'oppose'][] = [
  [
    /\b(devil'?s advocate|red team|opponent|opposition|argue against|against the (?:motion|topic)|skeptic)\b/i,
    'oppose',
  ],
  [
    /\b(blue team|proponent|argue (?:for|in favou?r of) the (?:motion|topic|proposal)|advocate for|supporter)\b/i,
    'support',
  ],
]

/** The last line that speaks of one side only: a line that names both tells what kind of debate it is. */
function sideGiven(seat: string): Brief['assigned'] {
  const sides = seat.split('\n').map((line) => SIDES.filter(([pattern]) => pattern.test(line)).map(([, side]) => side))
  return sides.findLast((named) => named.length === 1)?.[0]
}

const VOTE =
  /\b(?:position|stance|answer|verdict|vote)["'*]*\s*[:=]\s*["'*]*(.+)$|^[\s*-]*[^:\n]{1,40}:\s*((?:support|oppose|yes|no|agree|disagree)\b.*)$/gim

/** What others hold, line by line. An example of a format is nobody's opinion. */
const votesIn = (message: string): string[] =>
  [...message.matchAll(VOTE)]
    .map(([, labelled, spoken]) => (labelled ?? spoken)!)
    .filter((vote) => /^\p{L}/u.test(vote))

function answersIn(situation: Situation): string[] {
  const properties = Object.entries(wantedProperties(situation))
  const listed = properties.find(
    ([name, schema]) => /^(answer|position|vote|verdict)$/i.test(name) && choicesOf(schema).length > 0,
  )
  if (listed !== undefined) return choicesOf(listed[1]).map(String)
  const told = /^[\s#>*-]*(?:possible |allowed )?answers\s*:\s*(.+)$/im.exec(situation.message)?.[1]
  const between = told?.includes('|') ? /\s*\|\s*/ : /\s*[,;]\s*/
  return told === undefined ? [] : told.split(between).map((answer) => answer.replace(/^["'[]+|["'\].]+$/g, ''))
}
