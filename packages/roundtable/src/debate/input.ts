import { z } from 'zod'
import { modeNames } from '../modes/index.ts'

/** What is refused rather than cut. */
export const LIMITS = {
  topic: 20_000,
  focusQuestion: 4_000,
  persona: 2_000,
  perspective: 500,
  answer: 200,
  answers: 20,
  agents: 12,
  rounds: 10,
  contextResult: 100_000,
  contextResults: 50,
} as const

const text = (limit: number) => z.string().trim().min(1).max(limit)

const agent = z.union([
  text(200).describe('A model, as provider/name or a provider alone'),
  z.object({
    model: text(200).describe('A model, as provider/name or a provider alone'),
    persona: text(LIMITS.persona).optional().describe('Who the seat speaks as'),
  }),
])

/** What a debate is started with. */
export const startInput = z.object({
  topic: text(LIMITS.topic).describe('The question to debate'),
  mode: z.enum(modeNames).default('collaborative').describe('How to debate'),
  agents: z.array(agent).min(1).max(LIMITS.agents).optional().describe('The seats; by default those that are usable'),
  agentCount: z.int().min(1).max(LIMITS.agents).default(4).describe('How many seats, where none are named'),
  rounds: z.int().min(1).max(LIMITS.rounds).default(3),
  perspectives: z
    .union([z.array(text(LIMITS.perspective)).min(1).max(LIMITS.agents), z.literal('generate')])
    .optional()
    .describe('What the seats of an expert panel look at the topic from; "generate" has a model think of them'),
  answers: z
    .array(text(LIMITS.answer))
    .min(2)
    .max(LIMITS.answers)
    .refine((answers) => new Set(answers.map((answer) => answer.toLowerCase())).size === answers.length, {
      message: 'expected answers that differ',
    })
    .optional()
    .describe('What may be answered, where the question is a choice'),
  exitOnConsensus: z
    .boolean()
    .default(false)
    .describe('Whether to end before the last round once it would change nothing'),
  budget: z
    .object({ tokens: z.int().positive().optional(), usd: z.number().positive().optional() })
    .optional()
    .describe('What may be spent in all; no call is made beyond it'),
})

export const contextResult = z.object({
  requestId: text(200),
  success: z.boolean().describe('false: it could not be found; say why in error'),
  result: z.string().max(LIMITS.contextResult).optional(),
  error: z.string().max(LIMITS.contextResult).optional(),
})

/** What a debate is continued with. */
export const continueInput = z.object({
  sessionId: text(200),
  focusQuestion: text(LIMITS.focusQuestion).optional().describe('What to look at in this round'),
  contextResults: z.array(contextResult).max(LIMITS.contextResults).optional().describe('Answers to context requests'),
})

export type StartInput = z.input<typeof startInput>
export type ContinueInput = Omit<z.input<typeof continueInput>, 'sessionId'>
