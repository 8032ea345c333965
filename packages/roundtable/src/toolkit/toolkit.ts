import type { SampleTool } from '@sweatpants/framework'
import { z } from 'zod'
import { shorten } from '../prompts/fit.ts'
import { type ContextRequest, isDismissed, isSameQuery } from '../session/context-request.ts'
import type { Session } from '../session/session.ts'
import { findEvidence } from './find-evidence.ts'
import { RequestBook, refuse, requestContextInput, type ToolResult } from './request-book.ts'

/** The tools of the agents of one session in one round. Each call names its agent, so that agents are kept apart. */
export interface AgentToolkit {
  /** The tools that are offered. */
  readonly tools: readonly SampleTool[]
  executeTool(name: string, input: unknown, agentId: string): ToolResult
  /** In the order in which they were created. */
  readonly requests: readonly Omit<ContextRequest, 'timestamp'>[]
}

interface ToolkitOptions {
  session: Session
  round: number
  /** The name of a seat for others. */
  nameOf(agentId: string): string
  /** Whether a later round can use the answer. */
  canRequest: boolean
}

interface Tool extends SampleTool {
  isOffered: boolean
  execute(input: unknown, agentId: string): ToolResult
}

const TOO_LATE =
  'This is the last round, so no one could use the answer. Say what you would have needed to know, and answer with what you have.'

export function createToolkit({ session, round, nameOf, canRequest }: ToolkitOptions): AgentToolkit {
  const book = new RequestBook(session, round, nameOf)
  const tools: Tool[] = [
    {
      name: 'request_context',
      description:
        'Asks the caller of this debate for information that you need and that no speaker has. The answer comes before the next round.',
      inputSchema: requestContextInput,
      isOffered: canRequest,
      execute: (input, agentId) =>
        canRequest
          ? read(requestContextInput, input, (asked) => findAnswered(session, asked) ?? book.add(asked, agentId))
          : refuse(TOO_LATE),
    },
    {
      name: 'fact_check',
      description: 'Finds what was said, cited and answered in this debate about a claim. It does not judge the claim.',
      inputSchema: factCheckInput,
      isOffered: true,
      execute: (input) => read(factCheckInput, input, (claim) => factCheck(session, round, claim, nameOf)),
    },
  ]
  const offered = tools.filter(({ isOffered }) => isOffered)
  return {
    tools: offered.map(
      ({ name, description, inputSchema }): SampleTool => ({
        name,
        ...(description !== undefined && { description }),
        inputSchema,
      }),
    ),
    executeTool(name, input, agentId) {
      const tool = tools.find((one) => one.name === name)
      if (tool === undefined)
        return refuse(`There is no tool ${name.slice(0, 100)}; there is ${offered.map((one) => one.name).join(', ')}.`)
      if (!session.agentIds.includes(agentId)) return refuse(`No agent ${agentId} takes part in this session.`)
      return tool.execute(input, agentId)
    },
    get requests() {
      return book.requests
    },
  }
}

/** Characters of an earlier answer that an agent is given again. */
const REPEATED = 4_000

/** Returns the answer to the same question, if it was asked before: a caller is asked once. */
function findAnswered(
  { contextRequests }: Session,
  { query, priority }: z.output<typeof requestContextInput>,
): ToolResult | undefined {
  const known = contextRequests.find(
    (one) =>
      one.answer !== undefined &&
      isSameQuery(one.query, query) &&
      // It was dismissed because it could be.
      !(priority === 'required' && isDismissed(one)),
  )
  if (known === undefined) return undefined
  const { success, result = '', error = 'no reason was given' } = known.answer!
  const answer = success ? shorten(result, REPEATED) : `unavailable: ${error}`
  return { success: true, data: { requestId: known.id, message: 'This was asked before, and answered.', answer } }
}

function read<S extends z.ZodType>(schema: S, input: unknown, execute: (input: z.output<S>) => ToolResult): ToolResult {
  const parsed = schema.safeParse(input)
  return parsed.success ? execute(parsed.data) : refuse(`The input is not right: ${z.prettifyError(parsed.error)}`)
}

const factCheckInput = z.object({
  claim: z.string().trim().min(1).max(2_000).describe('What is to be checked, in a sentence'),
})

const NOTE =
  'These share words with the claim. Whether they support or contradict it is for you to judge; nothing outside this debate was searched.'

const NOTHING = 'Nothing in this debate mentions the claim. That says nothing about whether it is true.'

/** Looks up a claim in the evidence of the session. It does not judge the claim. */
function factCheck(
  session: Session,
  round: number,
  { claim }: z.output<typeof factCheckInput>,
  nameOf: (agentId: string) => string,
): ToolResult {
  const evidence = findEvidence(session, round, claim, nameOf)
  const isFound = evidence.mentions.length + evidence.context.length > 0
  return { success: true, data: { claim, ...evidence, note: isFound ? NOTE : NOTHING } }
}
