import { z } from 'zod'
import { RoundtableError } from '../errors.ts'
import { modeNames } from '../modes/index.ts'
import { MAX_CONTEXT_RESULT } from '../session/context-request.ts'
import { foldText, type Question } from '../session/question.ts'
import { stateProposition } from '../session/state-proposition.ts'

/** Longer input is refused. */
export const LIMITS = {
  topic: 20_000,
  title: 200,
  focusQuestion: 4_000,
  persona: 2_000,
  perspective: 500,
  answer: 200,
  answers: 20,
  unit: 60,
  agents: 12,
  rounds: 10,
  contextResult: MAX_CONTEXT_RESULT,
  contextResults: 50,
  attachment: 500_000,
  attachments: 20,
  images: 5,
  /** Bytes of a file. */
  file: 5 * 1024 ** 2,
  /** Bytes of all files of a debate, so that they fit into a request. */
  files: 10 * 1024 ** 2,
} as const

const text = (limit: number) => z.string().trim().min(1).max(limit)

const agent = z.union([
  text(200).describe('A model, as provider/name or a provider alone'),
  z.strictObject({
    model: text(200).describe('A model, as provider/name or a provider alone'),
    persona: text(LIMITS.persona).optional().describe('The persona of the seat'),
  }),
])

const answers = z
  .array(text(LIMITS.answer))
  .min(2)
  .max(LIMITS.answers)
  .refine((all) => new Set(all.map((answer) => answer.toLowerCase())).size === all.length, {
    message: 'expected answers that differ',
  })

const isCheckable = z
  .boolean()
  .default(true)
  .describe('false: the answer depends on values or taste, so no probability is given')

/** What is decided. The kind determines the form of every answer. */
const question = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('proposition'),
    proposition: text(LIMITS.focusQuestion).optional().describe('A sentence to be for or against; default: the topic'),
    yes: text(LIMITS.answer).optional().describe('What supporters say, such as “Yes, migrate now”'),
    no: text(LIMITS.answer).optional().describe('What opponents say'),
    isCheckable,
  }),
  z.strictObject({ kind: z.literal('choice'), options: answers, isCheckable }),
  z.strictObject({
    kind: z.literal('estimate'),
    unit: text(LIMITS.unit).describe('The unit of the number, such as days'),
    quantity: text(LIMITS.focusQuestion).optional().describe('What the number measures; default: the topic'),
    isCheckable,
  }),
  z.strictObject({ kind: z.literal('open'), isCheckable }),
])

/** A document, in one of three ways. */
const attachment = z
  .strictObject({
    name: text(LIMITS.answer).describe('The name of the file, such as plan.pdf'),
    text: text(LIMITS.attachment).optional().describe('Text or Markdown'),
    data: z
      .base64()
      .min(1)
      .max(Math.ceil(LIMITS.file / 3) * 4)
      .optional()
      .describe('The bytes of a text, Markdown, PDF or image file, in base64'),
    uri: text(2_000).optional().describe('A resource of an MCP server that the roundtable is connected to'),
  })
  .refine(({ text, data, uri }) => [text, data, uri].filter((given) => given !== undefined).length === 1, {
    message: 'expected exactly one of text, data and uri',
  })

export type GivenAttachment = z.output<typeof attachment>

/** The input of a new debate. */
export const startInput = z.strictObject({
  topic: text(LIMITS.topic).describe('The question to debate'),
  mode: z.enum(modeNames).default('collaborative').describe('How to debate'),
  agents: z.array(agent).min(1).max(LIMITS.agents).optional().describe('The seats; default: the usable models'),
  substitutes: z
    .array(text(200))
    .max(LIMITS.agents)
    .optional()
    .describe(
      'Models that take the place of agents that fail before they are heard; default: other usable models, if agents is absent',
    ),
  agentCount: z.int().min(1).max(LIMITS.agents).default(4).describe('How many seats, if agents is absent'),
  rounds: z.int().min(1).max(LIMITS.rounds).default(3),
  perspectives: z
    .union([z.array(text(LIMITS.perspective)).min(1).max(LIMITS.agents), z.literal('generate')])
    .optional()
    .describe('The perspectives of the seats of an expert panel; with "generate" a model suggests them'),
  question: question
    .optional()
    .describe('The kind of question; default: a model decides it once, and the reply shows it'),
  answers: answers.optional().describe('The possible answers: short for question { kind: "choice", options }'),
  synthesizer: text(200)
    .optional()
    .describe(
      'The model that writes the answer at the end; default: that of a seat that did not speak last, which also writes it if the chosen one fails; "none": no answer is written',
    ),
  attachments: z
    .array(attachment)
    .max(LIMITS.attachments)
    .optional()
    .describe('Documents that every seat can read; long ones are cut, and the reply says what was left out'),
  webSearch: z
    .boolean()
    .optional()
    .describe('Whether seats search the web, where their provider can: Anthropic, OpenAI, Google, Perplexity'),
  tools: z
    .array(text(200))
    .max(200)
    .optional()
    .describe('Names of the connected tools that the seats can use; default: those of the server’s settings, or all'),
  exitOnConsensus: z.boolean().default(false).describe('Whether to end early once another round would change nothing'),
  budget: z
    .strictObject({
      tokens: z.int().positive().optional(),
      usd: z.number().positive().optional(),
      pricePerMillion: z
        .strictObject({ input: z.number().nonnegative(), output: z.number().nonnegative() })
        .optional()
        .describe('US dollars for a million tokens, for models whose price is unknown'),
    })
    .optional()
    .describe('The most that may be spent; no call is made beyond it'),
})

export const contextResult = z.strictObject({
  requestId: text(200),
  success: z.boolean().describe('false: it could not be found; give the reason in error'),
  result: z.string().max(LIMITS.contextResult).optional(),
  error: z.string().max(LIMITS.contextResult).optional(),
})

/** The input of the next round. */
export const continueInput = z.strictObject({
  sessionId: text(200),
  round: z
    .int()
    .min(1)
    .optional()
    .describe('The round to begin, or to finish if it has not ended; refused if the debate is in another one'),
  focusQuestion: text(LIMITS.focusQuestion).optional().describe('The question of this round'),
  question: question.optional().describe('Corrects the kind of question, from this round on'),
  contextResults: z.array(contextResult).max(LIMITS.contextResults).optional().describe('Answers to context requests'),
})

export type GivenQuestion = z.output<typeof question>

/** Returns the question that the caller gave for a topic. `since` is the first round in which it is asked. */
export function toQuestion(given: GivenQuestion, topic: string, since: number): Question {
  const told = { ...given, by: 'caller' as const, since }
  if (told.kind === 'estimate') return { ...told, quantity: told.quantity ?? topic }
  if (told.kind !== 'proposition') return told
  const { proposition = topic } = told
  const stated = stateProposition(proposition)
  const { yes = stated.yes, no = stated.no } = told
  if (foldText(yes) === foldText(no))
    throw new RoundtableError('invalid', `question: expected yes and no to be different answers; both are “${yes}”`)
  return { ...told, proposition, yes, no }
}

export type StartInput = z.input<typeof startInput>
export type ContinueInput = Omit<z.input<typeof continueInput>, 'sessionId'>
