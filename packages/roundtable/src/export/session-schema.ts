import { z } from 'zod'
import { modeNames } from '../modes/index.ts'
import type { Citation } from '../session/response.ts'
import type { Session, SessionStatus } from '../session/session.ts'
import { SESSION_STATES } from '../session/session-state.ts'

const text = z.string()
const time = z.iso.datetime()
const count = z.int().nonnegative()
const share = z.number().min(0).max(1)
const agentId = text.regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'expected letters, digits and _, beginning with a letter')
const stance = z.enum(['support', 'oppose', 'neutral'])
const usage = z.object({ inputTokens: count, outputTokens: count, costUsd: z.number().nonnegative().exactOptional() })

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

const seat = z.object({
  agentId,
  label: text,
  model: text,
  family: text,
  persona: text.exactOptional(),
  role: role.exactOptional(),
  replaces: text.exactOptional(),
})

const failure = z.object({
  agentId,
  model: text,
  round: count,
  phase: z.enum(['start', 'ballot', 'response']),
  code: text,
  reason: text,
  timestamp: time,
})

const opinion = {
  agentId,
  round: count,
  model: text,
  position: text,
  answer: text.exactOptional(),
  spread: z.record(text, share).exactOptional(),
  stance: stance.exactOptional(),
  estimate: z
    .object({ value: z.number(), low: z.number().exactOptional(), high: z.number().exactOptional() })
    .exactOptional(),
  confidence: share.exactOptional(),
  usage,
  timestamp: time,
}

const response = z.object({
  ...opinion,
  reasoning: text,
  keyPoints: z.array(text),
  citations,
  standsBehind: z.boolean().exactOptional(),
  changeReason: text.exactOptional(),
  agreesWith: z.array(text),
  ranking: z.array(text).exactOptional(),
  rankingProblem: text.exactOptional(),
  thoughts: text.exactOptional(),
  toolUses: z.array(z.object({ name: text, input: z.unknown(), result: z.unknown() })),
  violation: text.exactOptional(),
  isCut: z.literal(true).exactOptional(),
})

const votes = z.array(z.object({ answer: text, agentIds: z.array(text), families: z.array(text) }))

const consensus = z.object({
  round: count,
  kind: z.enum(['proposition', 'choice', 'estimate', 'open']),
  level: z.enum(['high', 'medium', 'low', 'insufficient']),
  agreementScore: share,
  leading: text.exactOptional(),
  probability: share.exactOptional(),
  vote: votes,
  independentVote: votes,
  againVote: votes.exactOptional(),
  seats: z.object({ total: count, heard: count, absent: count }),
  decision: z.object({ answer: text, probability: share.exactOptional() }).exactOptional(),
  unrated: z.enum(['demo', 'values', 'evidence', 'estimate', 'unconfirmed']).exactOptional(),
  estimate: z.object({ median: z.number(), low: z.number(), high: z.number(), unit: text }).exactOptional(),
  carried: z.array(text),
  unconfirmed: z.array(text).exactOptional(),
  weights: z.array(
    z.object({
      agentId: text,
      skill: share,
      isListed: z.boolean(),
      known: count,
      right: count,
      pairs: count.exactOptional(),
      weight: z.number().nonnegative(),
    }),
  ),
  effective: z.number().nonnegative(),
  outcomes: count,
  families: z.array(text),
  ranking: z.array(z.object({ agentId: text, score: share, place: count, rankings: count })).exactOptional(),
  flips: z.array(z.object({ agentId: text, round: count, from: text, to: text, reason: text.exactOptional() })),
  dissent: z.array(z.object({ agentId: text, answer: text, confidence: share.exactOptional(), reason: text })),
  warnings: z.array(text),
  recommendation: text,
})

const round = z.object({
  number: count,
  focusQuestion: text.exactOptional(),
  agentIds: z.array(text),
  contextIds: z.array(text),
  stage: z.enum(['called', 'playing', 'adopted', 'interrupted', 'blocked']).exactOptional(),
  asking: z.array(text),
  drafts: z.record(text, text).exactOptional(),
  ballots: z.array(z.object(opinion)),
  failures: z.array(failure),
  summary: z.object({ text, keyPoints: z.array(text), model: text, usage }).exactOptional(),
  summaryFailure: text.exactOptional(),
  consensus: consensus.exactOptional(),
  usage,
  startedAt: time,
  endedAt: time.exactOptional(),
})

const request = z.object({
  id: text,
  sessionId: text,
  round: count,
  agentId: text,
  query: text,
  reason: text,
  priority: z.enum(['required', 'optional']),
  alsoAskedBy: z.array(text).exactOptional(),
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

const merger = z.object({
  groups: z.array(z.object({ label: text, reason: text, texts: z.array(text) })),
  round: count,
  model: text.exactOptional(),
  problem: text.exactOptional(),
  usage,
})

const finding = z.object({ text, agentIds: z.array(text) })

const synthesis = z.object({
  answer: text,
  reasons: z.array(finding),
  commonGround: z.array(finding),
  disagreements: z.array(finding.extend({ settledBy: text.exactOptional() })),
  conditions: z.array(finding),
  risks: z.array(finding),
  nextSteps: z.array(finding),
  wouldChange: z.array(finding),
  contradiction: z.object({ written: text, counted: text.exactOptional() }).exactOptional(),
  isCut: z.boolean().exactOptional(),
  insteadOf: z.object({ model: text, reason: text }).exactOptional(),
  model: text,
  round: count,
  usage,
  timestamp: time,
})

/** Ids that cannot be a path segment, because they navigate elsewhere. */
const OTHER_PATHS = ['.', '..', 'import']

const sessionId = text
  .regex(/^[^\s/]{1,200}$/, 'expected up to 200 characters without blanks and slashes')
  // A URL cannot contain a lone surrogate.
  .refine((id) => id.isWellFormed() && !OTHER_PATHS.includes(id), 'expected an id that can be in an address')

/** Exports say how the debate stands. Whether it runs or waits follows from its rounds and requests. */
const status = z
  .enum(['active', ...SESSION_STATES])
  .transform((state): SessionStatus => (state === 'paused' || state === 'completed' ? state : 'active'))

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
    tokens: z.number().positive().exactOptional(),
    usd: z.number().positive().exactOptional(),
    pricePerMillion: z.object({ input: z.number().nonnegative(), output: z.number().nonnegative() }).exactOptional(),
  }),
  status,
  endReason: z.enum(['rounds', 'unanimous', 'decided', 'stable_disagreement', 'budget', 'stopped']).exactOptional(),
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
