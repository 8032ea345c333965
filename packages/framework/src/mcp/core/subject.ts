import { ElicitError, ToolInputError } from '../../tools/errors.ts'
import type { McpTool } from '../../tools/tool.ts'
import type { Catalog } from './catalog.ts'
import { invalidParams } from './errors.ts'
import { type Ended, toProtocolError, toToolResult, toValue } from './outcome.ts'
import type { McpPrompt } from './prompt.ts'

/** What a call is of: a tool, or a prompt, which runs like one. */
export interface Subject {
  tool: McpTool
  /** Whether the call may go on as a task. */
  canDetach: boolean
  /** Returns the result of the request; throws a `ProtocolError`. */
  toResult(ended: Ended): Record<string, unknown>
}

const PROMPT = 'prompts/get '
const TOOL = 'tools/call '

export const toolSubject = (name: string): string => TOOL + name

export const isTool = (subject: string): boolean => subject.startsWith(TOOL)

export const toToolName = (subject: string): string => subject.slice(TOOL.length)

export const promptSubject = (name: string): string => PROMPT + name

/** Returns what a subject names, or `undefined` when the server does not have it. */
export function findSubject(catalog: Catalog, subject: string): Subject | undefined {
  if (!subject.startsWith(PROMPT)) {
    const tool = catalog.tools.get(subject.slice(TOOL.length))
    return tool && { tool, canDetach: true, toResult: (ended) => ({ ...toToolResult(tool, ended) }) }
  }
  const prompt = catalog.prompts.get(subject.slice(PROMPT.length))
  if (prompt === undefined) return undefined
  return { tool: prompt.tool, canDetach: false, toResult: (ended) => toPromptResult(prompt, ended) }
}

/** Returns the result of a request for a prompt; throws a `ProtocolError`, or the error of the prompt's code. */
export function toPromptResult({ description }: McpPrompt, ended: Ended): Record<string, unknown> {
  // A prompt has no result that says that the client gave wrong arguments or answers.
  if (ended.type === 'failed' && isClientMistake(ended.error)) throw invalidParams(ended.error.message)
  return { messages: toValue(ended), ...(description !== undefined && { description }) }
}

const isClientMistake = (error: Error): boolean =>
  toProtocolError(error) === undefined && (error instanceof ToolInputError || error instanceof ElicitError)
