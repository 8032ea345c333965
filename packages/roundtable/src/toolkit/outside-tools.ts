import {
  callTool,
  indexTools,
  type JsonSchema,
  type McpTool,
  type SampleTool,
  type Schema,
  ToolContent,
  ToolDefinitionError,
  toParametersSchema,
} from '@sweatpants/framework'
import { RoundtableError } from '../errors.ts'
import { shorten } from '../prompts/fit.ts'
import type { ChosenTool } from '../session/session.ts'
import { refuse, type ToolResult } from './request-book.ts'

/** Characters of a result that a seat is shown. */
const SHOWN = 20_000

/** Names of the tools that every seat has; no connected tool can have one of them. */
export const SEAT_TOOLS: readonly string[] = ['request_context', 'fact_check']

/** Throws a `ToolDefinitionError` if seats could not tell the tools apart. */
export function refuseNames(tools: readonly McpTool[]): void {
  const names = [...indexTools(tools).keys()]
  const taken = names.find((name) => SEAT_TOOLS.includes(name))
  if (taken !== undefined)
    throw new ToolDefinitionError(`every seat has a tool "${taken}" of its own; rename yours, or leave it out`)
}

/** Returns the connected tools that a new debate names. Throws if it names one that is not connected. */
export function chooseTools(tools: readonly McpTool[], names: readonly string[]): ChosenTool[] {
  const unknown = names.find((name) => !tools.some((tool) => tool.name === name))
  if (unknown !== undefined) {
    const known = tools.length === 0 ? 'no tool is connected' : `use ${tools.map(({ name }) => name).join(', ')}`
    throw new RoundtableError('invalid', `tools: there is no tool ${unknown}; ${known}`, {
      said: `The tool ${unknown} is not connected any more. Reload the page to see the tools that are.`,
    })
  }
  return tools.filter(({ name }) => names.includes(name)).map(toChosen)
}

const toChosen = ({ name, version }: McpTool): ChosenTool => ({ name, ...(version !== undefined && { version }) })

/** Whether a connected tool is the recorded one, and not another with the same name. */
export const isSameTool = (tool: McpTool, { name, version }: ChosenTool): boolean =>
  tool.name === name && tool.version === version

/** A connected tool as a round records it: a server may be gone, or may offer other tools, when the round is replayed. */
export interface OutsideTool extends ChosenTool {
  description?: string
  inputSchema: JsonSchema
  /** Whether its server says that a repeated call does no harm. */
  isRepeatable: boolean
}

export function toOutsideTool(tool: McpTool): OutsideTool {
  const { description, parameters, annotations: { readOnlyHint = false, idempotentHint = false } = {} } = tool
  return {
    ...toChosen(tool),
    ...(description !== undefined && { description }),
    inputSchema: toParametersSchema(tool.name, parameters),
    isRepeatable: readOnlyHint || idempotentHint,
  }
}

export const toSampleTool = ({ name, description, inputSchema }: OutsideTool): SampleTool => ({
  name,
  ...(description !== undefined && { description }),
  inputSchema: toUnchecked(inputSchema),
})

/** A schema that accepts every value: the called tool checks its arguments itself. */
const toUnchecked = (schema: JsonSchema): Schema => ({
  '~standard': {
    version: 1,
    vendor: 'json-schema',
    jsonSchema: { input: () => schema, output: () => schema },
    validate: (value) => ({ value }),
  },
})

/** Calls a connected tool for a seat. A tool that asks a person fails: no one is there to answer. */
export async function callOutside(
  tools: readonly McpTool[],
  offered: OutsideTool,
  input: unknown,
  { runId, signal }: { runId: string; signal: AbortSignal },
): Promise<ToolResult> {
  const tool = tools.find((one) => isSameTool(one, offered))
  if (tool === undefined) return refuse(`${offered.name} is not connected any more; answer without it`)
  try {
    const value = await callTool(tool, input, { runId, signal })
    const text = value instanceof ToolContent ? textOf(value) : JSON.stringify(value)
    if (value instanceof ToolContent && value.isError) return refuse(shorten(text || `${tool.name} failed`, SHOWN))
    return { success: true, data: shorten(text ?? 'nothing', SHOWN) }
  } catch (error) {
    signal.throwIfAborted()
    return refuse(shorten(error instanceof Error ? error.message : String(error), SHOWN))
  }
}

const textOf = ({ blocks }: ToolContent): string =>
  blocks.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n')
