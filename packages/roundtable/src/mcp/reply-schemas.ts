import { z } from 'zod'

// The parts of replies. They follow the types of the session; the code that fills them is checked against both.

export const usage = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  costUsd: z.number().optional().describe('Present if the price of the model is known'),
})

const stance = z.enum(['support', 'oppose', 'neutral'])

const name = z.string().describe('The name of the seat for people, such as “Empiricist · gpt-6”')

export const citation = z.object({
  title: z.string(),
  url: z.string().optional(),
  quote: z.string().optional(),
  claim: z.string().optional().describe('The claim that it supports'),
  isChecked: z.literal(true).optional().describe('A search or a tool has returned it; otherwise it is from memory'),
})

const use = citation.pick({ quote: true, claim: true }).extend({ agentId: z.string(), name, round: z.number() })

/** A source, once for all its citations. */
export const source = citation.pick({ title: true, url: true }).extend({
  ...use.shape,
  isChecked: z.boolean().describe('A search or a tool has returned it; otherwise it is from memory'),
  citedBy: z.array(use).describe('All its citations; the first one is repeated beside the title'),
})

export const failure = z.object({
  agentId: z.string(),
  name,
  model: z.string(),
  round: z.number().describe('0: at the start of the debate'),
  phase: z.enum(['start', 'ballot', 'response']),
  code: z.string(),
  reason: z.string(),
})

export const contextRequest = z.object({
  id: z.string(),
  agentId: z.string(),
  name,
  query: z.string(),
  reason: z.string(),
  priority: z.enum(['required', 'optional']),
  alsoAskedBy: z.array(z.string()).optional().describe('Other agents that asked the same'),
  timestamp: z.string(),
})

const voteShare = z.object({ answer: z.string(), agentIds: z.array(z.string()), families: z.array(z.string()) })

export const level = z.enum(['high', 'medium', 'low', 'insufficient'])

const dissent = z.object({
  agentId: z.string(),
  answer: z.string(),
  confidence: z.number().optional(),
  reason: z.string(),
})

export const conflict = dissent.extend({ name })

export const consensus = z.object({
  round: z.number(),
  kind: z.enum(['proposition', 'choice', 'estimate', 'open']).describe('The kind of question'),
  level,
  agreementScore: z.number().describe('The share of all seats that agree on the leading answer, from 0 to 1'),
  leading: z.string().optional(),
  probability: z.number().optional().describe('The probability that the leading answer is right'),
  decision: z
    .object({ answer: z.string(), probability: z.number().optional() })
    .optional()
    .describe('The recommended answer, pooled from the independent answers'),
  vote: z.array(voteShare),
  independentVote: z.array(voteShare).describe('Before the seats heard each other'),
  againVote: z.array(voteShare).optional().describe('The second private ballot, if the independent answers differed'),
  unrated: z
    .enum(['demo', 'values', 'evidence', 'estimate', 'unconfirmed'])
    .optional()
    .describe('Why there is no probability'),
  estimate: z
    .object({ median: z.number(), low: z.number(), high: z.number(), unit: z.string() })
    .optional()
    .describe('The distribution of the numbers, if the question is an estimate'),
  seats: z.object({ total: z.number(), heard: z.number(), absent: z.number() }),
  carried: z.array(z.string()).describe('Seats that were not heard in this round, whose earlier vote counts'),
  unconfirmed: z
    .array(z.string())
    .optional()
    .describe('Seats whose proposals only a model says are the same; the next round asks them'),
  weights: z.array(
    z.object({
      agentId: z.string(),
      skill: z.number().describe('How often the seat is right, from 0 to 1'),
      isListed: z.boolean(),
      known: z.number().describe('Past decisions in which it turned out whether its model was right'),
      right: z.number(),
      pairs: z.number().optional().describe('Pairs in past debates, if it is rated by how often models agreed'),
      weight: z.number(),
    }),
  ),
  effective: z.number().describe('How many seats of equal weight would count as much'),
  outcomes: z.number().describe('Your past decisions whose outcome is known; from 20 on the probability is checked'),
  families: z.array(z.string()).describe('Model families behind the leading answer'),
  ranking: z
    .array(z.object({ agentId: z.string(), score: z.number(), place: z.number(), rankings: z.number() }))
    .optional()
    .describe(
      'The answers of the round before as the other seats rank them, by Borda count; equal scores share a place',
    ),
  flips: z.array(
    z.object({
      agentId: z.string(),
      round: z.number(),
      from: z.string(),
      to: z.string(),
      reason: z.string().optional(),
    }),
  ),
  dissent: z.array(dissent),
  warnings: z.array(z.string()),
  recommendation: z.string(),
})

const questionForm = z.object({
  kind: z.enum(['proposition', 'choice', 'estimate', 'open']),
  proposition: z.string().optional(),
  yes: z.string().optional(),
  no: z.string().optional(),
  options: z.array(z.string()).optional(),
  quantity: z.string().optional(),
  unit: z.string().optional(),
})

/** What is decided, and who said so. */
export const question = questionForm.extend({
  isCheckable: z.boolean().describe('false: no answer can turn out right or wrong'),
  by: z.enum(['caller', 'model', 'default']).describe('Correct it with question in continue_roundtable'),
  since: z.number().describe('The first round that asks it in this form; earlier answers do not count for it'),
  earlier: z
    .array(questionForm.extend({ since: z.number() }))
    .optional()
    .describe('What it was read as before it was corrected'),
})

export const proposals = z
  .array(z.object({ label: z.string(), reason: z.string(), texts: z.array(z.string()) }))
  .describe('Proposals that say the same, merged by a model that saw no names')

export const summary = z.object({ text: z.string(), keyPoints: z.array(z.string()), model: z.string() })

const finding = z.object({ text: z.string(), agentIds: z.array(z.string()).describe('The seats that said it') })

export const synthesis = z
  .object({
    answer: z.string().describe('What to do, or what is true; Markdown'),
    reasons: z.array(finding),
    conditions: z.array(finding),
    risks: z.array(finding),
    nextSteps: z.array(finding),
    commonGround: z.array(finding),
    disagreements: z.array(finding.extend({ settledBy: z.string().optional() })),
    wouldChange: z.array(finding),
    contradiction: z
      .object({ written: z.string(), counted: z.string().optional() })
      .optional()
      .describe('The text gives another answer than the vote, which is the result'),
    isCut: z.boolean().optional().describe('The text ends early'),
    insteadOf: z
      .object({ model: z.string(), reason: z.string() })
      .optional()
      .describe('The chosen synthesizer, which failed; another model wrote the text'),
    model: z.string(),
    round: z.number().describe('The last round that it covers'),
  })
  .describe('The answer as a model wrote it; the vote is counted without it')

export const ballot = z.object({
  agentId: z.string(),
  position: z.string(),
  answer: z.string().optional().describe('What the seat holds, as people say it; absent for an estimate'),
  spread: z.record(z.string(), z.number()).optional().describe('How the seat spreads its belief over the answers'),
  stance: stance.optional().describe('The side of the seat, if the question is a proposition'),
  estimate: z.object({ value: z.number(), low: z.number().optional(), high: z.number().optional() }).optional(),
  confidence: z.number().optional(),
})

/** An answer without its full reasoning. */
export const briefResponse = ballot.extend({
  name,
  model: z.string(),
  keyPoints: z.array(z.string()),
  standsBehind: z.boolean().optional().describe('false: the group of its proposal does not say what it meant'),
  agreesWith: z.array(z.string()),
  changeReason: z.string().optional().describe('Why the seat changed its position'),
  ranking: z.array(z.string()).optional().describe('The other seats by their last answers, best first'),
  rankingProblem: z.string().optional(),
  violation: z.string().optional().describe('How the answer departs from the role of the seat'),
  isCut: z.boolean().optional().describe('The answer ends early: it was cut at the token limit'),
})

export const endReason = z.enum(['rounds', 'unanimous', 'decided', 'stable_disagreement', 'budget', 'stopped'])

export const seat = z.object({
  agentId: z.string(),
  name,
  model: z.string(),
  family: z.string(),
  persona: z.string().optional(),
  role: z.string().optional(),
  replaces: z.string().optional().describe('The seat that failed and that this one has replaced'),
})
