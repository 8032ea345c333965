import { z } from 'zod'
import * as session from '../export/session-schema.ts'

// The parts of replies. Most are parts of the session, with names for people and without what only the roundtable needs.

export const { usage, consensus, endReason } = session

const name = z.string().describe('The name of the seat for people, such as “Empiricist · gpt-6”')

/** What is said of a seat: first its id, and its name for people. */
const seated = z.object({ agentId: z.string(), name })

export const citation = z.object({
  title: z.string(),
  url: z.string().optional(),
  quote: z.string().optional(),
  claim: z.string().optional().describe('The claim that it supports'),
  isChecked: z.literal(true).optional().describe('A search or a tool has returned it; otherwise it is from memory'),
})

const use = citation.pick({ quote: true, claim: true }).extend({ ...seated.shape, round: z.number() })

/** A source, once for all its citations. */
export const source = citation.pick({ title: true, url: true }).extend({
  ...use.shape,
  isChecked: z.boolean().describe('A search or a tool has returned it; otherwise it is from memory'),
  citedBy: z.array(use).describe('All its citations; the first one is repeated beside the title'),
})

export const failure = seated.extend(session.failure.omit({ timestamp: true }).shape)

export const contextRequest = seated.extend({
  ...session.request.omit({ sessionId: true, round: true }).shape,
  timestamp: z.string(),
})

export const { level } = consensus.shape

export const conflict = seated.extend(consensus.shape.dissent.element.shape)

const questionForm = z.object({
  kind: consensus.shape.kind,
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

export const proposals = session.merger.shape.groups.describe(
  'Proposals that say the same, merged by a model that saw no names',
)

export const summary = session.summary.omit({ usage: true })

export const synthesis = session.synthesis
  .omit({ usage: true, timestamp: true })
  .describe('The answer as a model wrote it; the vote is counted without it')

export const ballot = session.ballot
  .pick({ agentId: true, position: true, spread: true, stance: true, estimate: true, confidence: true })
  .extend({
    answer: z.string().optional().describe('What the seat holds, as people say it; absent for an estimate'),
  })

/** An answer without its full reasoning. */
export const briefResponse = seated.extend({
  ...session.response.omit({
    citations: true,
    reasoning: true,
    thoughts: true,
    toolUses: true,
    round: true,
    usage: true,
    timestamp: true,
  }).shape,
  answer: ballot.shape.answer,
})

export const seat = seated.extend({ ...session.seat.omit({ label: true }).shape, role: z.string().optional() })
