import type { WireTool } from '../tools/effects/sample.ts'
import { findForView } from '../tools/hosted-app.ts'
import { orAborted } from '../tools/maybe-promise.ts'
import { toParametersSchema } from '../tools/parameters-schema.ts'
import { checkParams, type McpTool } from '../tools/tool.ts'
import type { ChatState, ToolCallState } from './state.ts'

/** What is to be done with a call that the model has made. Recorded: a replay follows the plan even if the tools have changed. */
export type Plan = RunPlan | { type: 'refuse'; code: string; problem: string }

export interface RunPlan {
  type: 'run'
  approval: boolean
  /** What the tool says that the call would do. */
  preview?: string
  /** The tool may delete or overwrite something. */
  destructive?: true
}

export const toWireTool = ({ name, description, parameters }: McpTool): WireTool => ({
  name,
  ...(description !== undefined && { description }),
  inputSchema: toParametersSchema(name, parameters),
})

export const findTool = (tools: readonly McpTool[], name: string): McpTool | undefined =>
  tools.find((tool) => tool.name === name)

/** The model is told what is wrong with its call, so that it can do better. */
export async function planCall(
  tools: readonly McpTool[],
  toolName: string,
  input: unknown,
  onError: (error: unknown) => void,
): Promise<Plan> {
  const tool = findTool(tools, toolName)
  if (tool === undefined) {
    const names = tools.map(({ name }) => name).join(', ')
    return {
      type: 'refuse',
      code: 'unknown_tool',
      problem: `There is no tool ${toolName}; there is ${names || 'none'}.`,
    }
  }
  const problem = await problemWithArguments(tool, input)
  if (problem !== undefined)
    return { type: 'refuse', code: 'arguments_invalid', problem: `Wrong arguments: ${problem}` }
  if (tool.approval !== 'confirm') return { type: 'run', approval: false }
  const preview = await previewCall(tool, input, { onError })
  return {
    type: 'run',
    approval: true,
    ...(preview !== undefined && { preview }),
    ...(tool.annotations?.destructiveHint && { destructive: true }),
  }
}

/** Milliseconds, and characters, that a preview may take. A longer one is not cut: its end would be no part of the consent. */
const PREVIEW_TIME = 5_000
const MAX_PREVIEW = 4_000

/** Resolves to what a call would do, in the words of its tool; `undefined` if the tool cannot say it now: the person is shown the arguments. */
export async function previewCall(
  tool: McpTool | undefined,
  input: unknown,
  { onError, time = PREVIEW_TIME }: { onError: (error: unknown) => void; time?: number },
): Promise<string | undefined> {
  if (tool?.preview === undefined) return undefined
  const checked = await checkParams(tool, input)
  if (checked.type === 'invalid') return undefined
  const signal = AbortSignal.timeout(time)
  try {
    // The schema has checked them.
    const text = await orAborted(tool.preview(checked.value as never, { signal }), signal)
    if (text !== undefined && text.length > MAX_PREVIEW) {
      throw new Error(`the preview of ${tool.name} has ${text.length} characters; it has at most ${MAX_PREVIEW}`)
    }
    return text?.trim() || undefined
  } catch (error) {
    onError(error)
    return undefined
  }
}

/** A view is refused what it may not call, also if that has changed since it asked. */
export async function planViewCall(
  tools: readonly McpTool[],
  { toolCalls }: ChatState,
  { toolName, arguments: input, calledBy = '' }: ToolCallState,
  onError: (error: unknown) => void,
): Promise<Plan> {
  const shown = toolCalls[calledBy]
  const tool = findTool(tools, toolName)
  const allowed = shown && toolForView(tools, shown.toolName, tool?.app?.name ?? '')
  if (tool === undefined || allowed !== toolName) {
    return { type: 'refuse', code: 'unknown_tool', problem: `The view may not call ${toolName}.` }
  }
  const plan = await planCall([tool], toolName, input, onError)
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {}
  const isAllowed = destructiveHint !== true && shown?.allowed?.includes(toolName) === true
  const isFree = readOnlyHint === true || isAllowed
  return plan.type === 'run' && isFree ? { ...plan, approval: false } : plan
}

/** Returns the name of the tool that the view of the tool `shown` calls by the server's name, if it may. */
export function toolForView(tools: readonly McpTool[], shown: string, name: string): string | undefined {
  const tool = findTool(tools, shown)
  return tool && findForView(tools, tool, name)?.name
}

export async function problemWithArguments(tool: McpTool, input: unknown): Promise<string | undefined> {
  const checked = await checkParams(tool, input)
  return checked.type === 'invalid' ? checked.problem : undefined
}
