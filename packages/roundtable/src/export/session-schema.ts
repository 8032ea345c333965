import { z } from 'zod'
import { modeNames } from '../modes/index.ts'
import type { Citation } from '../session/response.ts'
import type { Session } from '../session/session.ts'
import { SESSION_STATES, toStatus } from '../session/session-state.ts'

// The parts of a session, for imports and for the replies of tools. The schema at the end is checked against the type.

const text = z.string()
const time = z.iso.datetime()
const count = z.int().nonnegative()
const share = z.number().min(0).max(1)
const agentId = text.regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'expected letters, digits and _, beginning with a letter')
const stance = z.enum(['support', 'oppose', 'neutral'])
const number = z.number()
const kind = z.enum(['proposition', 'choice', 'estimate', 'open']).describe('The kind of question')

export const usage = z.object({
  inputTokens: count,
  outputTokens: count,
  costUsd: number.nonnegative().exactOptional().describe('Present if the price of the model is known'),
})

/** Drops a citation without title and URL, and keeps the others. */
const citations = z.array(z.unknown()).transform((list) => list.flatMap(toCitation))

function toCitation(given: unknown): Citation[] {
  const source = given !== null && typeof given === 'object' ? (given as Record<string, unknown>) : {}
  const read = (name: Exclude<keyof Citation, 'isChecked'>) => {
    const value = Object.hasOwn(source, name) ? source[name] : undefined
    return typeof value === 'string' && value.trim() !== '' ? { [name]: value } : {}
  }
  const { title, url, ...others }: Partial<Citation> = {
    ...read('title'),
    ...read('url'),
    ...read('quote'),
    ...read('claim'),
  }
  const checked = source.isChecked === true && { isChecked: true as const }
  if (title !== undefined) return [{ title, ...(url !== undefined && { url }), ...others, ...checked }]
  return url === undefined ? [] : [{ title: url, url, ...others, ...checked }]
}

const role = z.object({ name: text, instruction: text, stance: stance.exactOptional() })

export const seat = z.object({
  agentId,
  label: text,
  model: text,
  family: text,
  persona: text.exactOptional(),
  role: role.exactOptional(),
  replaces: text.exactOptional().describe('The seat that failed and that this one has replaced'),
})

export const failure = z.object({
  agentId,
  model: text,
  round: count.describe('0: at the start of the debate'),
  phase: z.enum(['start', 'ballot', 'response']),
  code: text,
  reason: text,
  timestamp: time,
})

export const ballot = z.object({
  agentId,
  round: count,
  model: text,
  position: text,
  answer: text.exactOptional(),
  spread: z.record(text, share).exactOptional().describe('How the seat spreads its belief over the answers'),
  stance: stance.exactOptional().describe('The side of the seat, if the question is a proposition'),
  estimate: z.object({ value: number, low: number.exactOptional(), high: number.exactOptional() }).exactOptional(),
  confidence: share.exactOptional(),
  usage,
  timestamp: time,
})

export const response = ballot.extend({
  reasoning: text,
  keyPoints: z.array(text),
  citations,
  standsBehind: z.boolean().exactOptional().describe('false: the group of its proposal does not say what it meant'),
  changeReason: text.exactOptional().describe('Why the seat changed its position'),
  agreesWith: z.array(text),
  ranking: z.array(text).exactOptional().describe('The other seats by their last answers, best first'),
  rankingProblem: text.exactOptional(),
  thoughts: text.exactOptional().describe('The reasoning that the provider returned'),
  toolUses: z.array(z.object({ name: text, input: z.unknown(), result: z.unknown() })),
  violation: text.exactOptional().describe('How the answer departs from the role of the seat'),
  isCut: z.literal(true).exactOptional().describe('The answer ends early: it was cut at the token limit'),
})

const votes = z.array(z.object({ answer: text, agentIds: z.array(text), families: z.array(text) }))

const dissent = z.object({ agentId: text, answer: text, confidence: share.exactOptional(), reason: text })

export const consensus = z.object({
  round: count,
  kind,
  level: z.enum(['high', 'medium', 'low', 'insufficient']),
  agreementScore: share.describe('The share of all seats that agree on the leading answer, from 0 to 1'),
  leading: text.exactOptional(),
  probability: share.exactOptional().describe('The probability that the leading answer is right'),
  vote: votes,
  independentVote: votes.describe('Before the seats heard each other'),
  againVote: votes.exactOptional().describe('The second private ballot, if the independent answers differed'),
  seats: z.object({ total: count, heard: count, absent: count }),
  decision: z
    .object({ answer: text, probability: share.exactOptional() })
    .exactOptional()
    .describe('The recommended answer, pooled from the independent answers'),
  unrated: z
    .enum(['demo', 'values', 'evidence', 'estimate', 'unconfirmed'])
    .exactOptional()
    .describe('Why there is no probability'),
  estimate: z
    .object({ median: number, low: number, high: number, unit: text })
    .exactOptional()
    .describe('The distribution of the numbers, if the question is an estimate'),
  carried: z.array(text).describe('Seats that were not heard in this round, whose earlier vote counts'),
  unconfirmed: z
    .array(text)
    .exactOptional()
    .describe('Seats whose proposals only a model says are the same; the next round asks them'),
  weights: z.array(
    z.object({
      agentId: text,
      skill: share.describe('How often the seat is right, from 0 to 1'),
      isListed: z.boolean(),
      known: count.describe('Past decisions in which it turned out whether its model was right'),
      right: count,
      pairs: count.exactOptional().describe('Pairs in past debates, if it is rated by how often models agreed'),
      weight: number.nonnegative(),
    }),
  ),
  effective: number.nonnegative().describe('How many seats of equal weight would count as much'),
  outcomes: count.describe('Your past decisions whose outcome is known; from 20 on the probability is checked'),
  families: z.array(text).describe('Model families behind the leading answer'),
  ranking: z
    .array(z.object({ agentId: text, score: share, place: count, rankings: count }))
    .exactOptional()
    .describe(
      'The answers of the round before as the other seats rank them, by Borda count; equal scores share a place',
    ),
  flips: z.array(z.object({ agentId: text, round: count, from: text, to: text, reason: text.exactOptional() })),
  dissent: z.array(dissent),
  warnings: z.array(text),
  recommendation: text,
})

export const summary = z.object({ text, keyPoints: z.array(text), model: text, usage })

export const round = z.object({
  number: count,
  focusQuestion: text.exactOptional(),
  agentIds: z.array(text),
  contextIds: z.array(text),
  stage: z.enum(['called', 'playing', 'adopted', 'interrupted', 'blocked']).exactOptional(),
  asking: z.array(text),
  drafts: z.record(text, text).exactOptional(),
  ballots: z.array(ballot),
  failures: z.array(failure),
  summary: summary.exactOptional(),
  summaryFailure: text.exactOptional(),
  consensus: consensus.exactOptional(),
  usage,
  startedAt: time,
  endedAt: time.exactOptional(),
})

export const request = z.object({
  id: text,
  sessionId: text,
  round: count,
  agentId: text,
  query: text,
  reason: text,
  priority: z.enum(['required', 'optional']),
  alsoAskedBy: z.array(text).exactOptional().describe('Other agents that asked the same'),
  timestamp: time,
})

const answer = z.object({
  success: z.boolean(),
  result: text.exactOptional(),
  error: text.exactOptional(),
  timestamp: time,
  answeredBy: text.exactOptional(),
})

const proposition = z.object({ kind: z.literal('proposition'), proposition: text, yes: text, no: text })
const choice = z.object({ kind: z.literal('choice'), options: z.array(text) })
const estimate = z.object({ kind: z.literal('estimate'), quantity: text, unit: text })
const open = z.object({ kind: z.literal('open') })

const framed = {
  isCheckable: z.boolean(),
  by: z.enum(['caller', 'model', 'default']),
  since: count,
  earlier: z
    .array(
      z.discriminatedUnion('kind', [
        proposition.extend({ since: count }),
        choice.extend({ since: count }),
        estimate.extend({ since: count }),
        open.extend({ since: count }),
      ]),
    )
    .exactOptional(),
}

const question = z.discriminatedUnion('kind', [
  proposition.extend(framed),
  choice.extend(framed),
  estimate.extend(framed),
  open.extend(framed),
])

export const merger = z.object({
  groups: z.array(z.object({ label: text, reason: text, texts: z.array(text) })),
  round: count,
  model: text.exactOptional(),
  problem: text.exactOptional(),
  usage,
})

const finding = z.object({ text, agentIds: z.array(text).describe('The seats that said it') })

export const synthesis = z.object({
  answer: text.describe('What to do, or what is true; Markdown'),
  reasons: z.array(finding),
  conditions: z.array(finding),
  risks: z.array(finding),
  nextSteps: z.array(finding),
  commonGround: z.array(finding),
  disagreements: z.array(finding.extend({ settledBy: text.exactOptional() })),
  wouldChange: z.array(finding),
  contradiction: z
    .object({ written: text, counted: text.exactOptional() })
    .exactOptional()
    .describe('The text gives another answer than the vote, which is the result'),
  isCut: z.boolean().exactOptional().describe('The text ends early'),
  insteadOf: z
    .object({ model: text, reason: text })
    .exactOptional()
    .describe('The chosen synthesizer, which failed; another model wrote the text'),
  model: text,
  round: count.describe('The last round that it covers'),
  usage,
  timestamp: time,
})

/** Ids that cannot be a path segment, because they navigate elsewhere. */
const OTHER_PATHS = ['.', '..', 'import']

const sessionId = text
  .regex(/^[^\s/]{1,200}$/, 'expected up to 200 characters without blanks and slashes')
  // A URL cannot contain a lone surrogate.
  .refine((id) => id.isWellFormed() && !OTHER_PATHS.includes(id), 'expected an id that can be in an address')

export const endReason = z.enum(['rounds', 'unanimous', 'decided', 'stable_disagreement', 'budget', 'stopped'])

const status = z.enum(['active', ...SESSION_STATES]).transform(toStatus)

/** A stored session, without unknown fields. */
export const sessionSchema: z.ZodType<Session> = z.object({
  id: sessionId,
  principal: text.exactOptional(),
  topic: text,
  title: text.exactOptional(),
  mode: z.enum(modeNames),
  seats: z.array(seat).min(1),
  agentIds: z.array(text),
  absent: z.array(failure),
  substitutes: z.array(z.object({ agentId, model: text, family: text })).exactOptional(),
  replaced: z.array(seat).exactOptional(),
  tools: z.array(z.object({ name: text, version: text.exactOptional() })).exactOptional(),
  withoutImages: z.array(text).exactOptional(),
  attachments: z
    .array(
      z.object({
        name: text,
        text,
        leftOut: count.exactOptional(),
        notes: z.array(text).exactOptional(),
        image: z.object({ digest: text, mimeType: text }).exactOptional(),
      }),
    )
    .exactOptional(),
  question: question.exactOptional(),
  merger: merger.exactOptional(),
  exitOnConsensus: z.boolean(),
  webSearch: z.boolean().exactOptional(),
  generatesPerspectives: z.boolean(),
  budget: z.object({
    tokens: number.positive().exactOptional(),
    usd: number.positive().exactOptional(),
    pricePerMillion: z.object({ input: number.nonnegative(), output: number.nonnegative() }).exactOptional(),
  }),
  status,
  endReason: endReason.exactOptional(),
  currentRound: count,
  totalRounds: count,
  rounds: z.array(round),
  responses: z.array(response),
  contextRequests: z.array(request.extend({ answer: answer.exactOptional(), isCleared: z.boolean() })),
  pendingContextRequests: z.array(request),
  consensus: consensus.exactOptional(),
  synthesizer: text.exactOptional(),
  synthesis: synthesis.exactOptional(),
  synthesisFailure: text.exactOptional(),
  outcome: z
    .object({ verdict: z.enum(['right', 'wrong']), answer: text, note: text.exactOptional(), timestamp: time })
    .exactOptional(),
  usage,
  createdAt: time,
  updatedAt: time,
})
