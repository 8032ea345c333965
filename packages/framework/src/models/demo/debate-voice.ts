import type { Json } from '../../tools/json.ts'
import type { JsonSchema } from '../../tools/schema.ts'
import { choicesOf } from './choices.ts'
import { type Brief, readBrief } from './debate-brief.ts'
import { type Stance, sideOf, takeStance } from './debate-stance.ts'
import type { Suggest } from './place.ts'
import { onScale } from './read-confidence.ts'
import { findLinks } from './read-link.ts'
import type { Situation } from './situation.ts'
import { asksFor } from './type-of.ts'
import { wordsOf } from './words.ts'

/** A stance in words; as text and as data it is the same. */
interface Argument {
  stance: Stance
  position: string
  reasoning: string
  points: readonly string[]
  change: string | undefined
  links: readonly string[]
}

type Field = (argument: Argument, schema: JsonSchema) => readonly Json[]

/** What an argument puts into a place, by its name. */
const FIELDS: readonly [RegExp, Field][] = [
  [/\b(changed?|flip(ped)?)\b/, toChange],
  [
    /\b(confidence|certainty|probability|likelihood)\b/,
    ({ stance }, schema) =>
      asksFor(schema, 'string') ? [`${percent(stance)}%`] : [onScale(stance.confidence, schema)],
  ],
  [/\b(citations?|sources?|references?)\b/, toCitations],
  [
    /\bpoints\b|\b(arguments|highlights)\b/,
    ({ points }, schema) => (asksFor(schema, 'array') ? [[...points]] : [points.join(' ')]),
  ],
  [/\bperspectives\b/, () => [[...PERSPECTIVES]]],
  [/^(final )?answer$/, toAnswer],
  [/\b(position|stance|answer|verdict|vote|choice|decision|conclusion|opinion)\b/, toPosition],
  [
    /\b(reason|reasoning|rationale|justification|analysis|explanation|argument|summary|response|content|text)\b/,
    ({ reasoning }) => [reasoning],
  ],
  [/\bagrees?\b/, ({ stance }) => [stance.side === 'support']],
]

export function suggestFromDebate(situation: Situation): Suggest {
  const argument = argue(situation)
  if (argument === undefined) return () => []
  return ({ name, schema }) => {
    const words = wordsOf(name).join(' ')
    return FIELDS.find(([pattern]) => pattern.test(words))?.[1](argument, schema) ?? []
  }
}

export function debateText(situation: Situation): string | undefined {
  const argument = argue(situation)
  if (argument === undefined) return undefined
  const { position, reasoning, points, stance } = argument
  return `${position}\n\n${reasoning}\n\n${points.map((point) => `- ${point}`).join('\n')}\n\nConfidence: ${percent(stance)}%.`
}

function argue(situation: Situation): Argument | undefined {
  const brief = readBrief(situation)
  if (brief === undefined) return undefined
  const stance = takeStance(brief, situation.seed)
  const change =
    stance.changedFrom &&
    `I held “${stance.changedFrom}” before; ${stance.agreeing} of the others made me change my mind.`
  const position = `${stance.answer ?? NAMES[stance.side]}: ${brief.topic}`
  const reasoning = [
    change,
    `My position on “${brief.topic}” is “${stance.answer ?? stance.side}”.`,
    ...WHY[stance.side],
  ]
  return {
    stance,
    position,
    change,
    reasoning: reasoning.filter(Boolean).join(' '),
    points: pointsFor(brief, stance),
    links: findLinks(situation.message),
  }
}

const NAMES = { support: 'Support', oppose: 'Oppose' }

const WHY = {
  support: ['What speaks for it can be had soon, and what speaks against it can be limited.'],
  oppose: ['What it costs is certain, and what it brings is not.'],
}

const POINTS = {
  support: ['the gain is worth a trial', 'the risks can be seen early', 'waiting has a cost too'],
  oppose: ['the cost comes first', 'the gain is not shown yet', 'there are smaller steps to try'],
}

const PERSPECTIVES = ['cost', 'risk', 'the people affected', 'the evidence', 'alternatives', 'the long term']

const pointsFor = ({ topic }: Brief, { side }: Stance): string[] =>
  POINTS[side].map((point) => `On “${topic}”: ${point}.`)

const percent = ({ confidence }: Stance): number => Math.round(confidence * 100)

function toChange({ change }: Argument, schema: JsonSchema): Json[] {
  if (asksFor(schema, 'boolean')) return [change !== undefined]
  return change === undefined ? [] : [change]
}

function toPosition({ stance, position }: Argument, schema: JsonSchema): Json[] {
  const choices = choicesOf(schema)
  const sided = choices.filter((choice) => typeof choice === 'string' && sideOf(choice) === stance.side)
  if (asksFor(schema, 'boolean')) return [stance.side === 'support']
  return choices.length > 0 ? [...(stance.answer === undefined ? [] : [stance.answer]), ...sided] : [position]
}

/** The bare answer, where there is a list that it is from. */
function toAnswer(argument: Argument, schema: JsonSchema): Json[] {
  const { answer } = argument.stance
  return answer === undefined ? toPosition(argument, schema) : [answer, ...toPosition(argument, schema)]
}

/** It has read nothing but the prompt, so it can cite nothing else. */
function toCitations({ links }: Argument, schema: JsonSchema): Json[] {
  if (!asksFor(schema, 'array')) return []
  const asObjects = asksFor((schema.items ?? {}) as JsonSchema, 'object')
  return [links.map((url) => (asObjects ? { title: url, url } : url)), []]
}
