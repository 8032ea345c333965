import { callTool, type McpTool, type SampleTool, ToolContent } from '@sweatpants/framework'
import { z } from 'zod'
import { shorten } from '../prompts/fit.ts'
import { refuse, type ToolResult } from './request-book.ts'

/** Characters of a result that a seat is shown. */
const SHOWN = 20_000

/** Names of the toolkit's own tools. */
const OWN = ['request_context', 'fact_check']

/** Throws if seats could not tell the tools apart. */
export function refuseNames(tools: readonly McpTool[]): void {
  const names = tools.map(({ name }) => name)
  const taken = names.find((name, index) => OWN.includes(name) || names.indexOf(name) !== index)
  if (taken !== undefined)
    throw new TypeError(`two tools of the seats are named ${taken}; rename one of them, or leave it out`)
}

export const toSampleTool = ({ name, description, parameters }: McpTool): SampleTool => ({
  name,
  ...(description !== undefined && { description }),
  inputSchema: parameters ?? z.object({}),
})

/** Calls a tool of another server for a seat. A tool that asks a person fails: no one is there to answer. */
export async function callOutside(tool: McpTool, input: unknown, signal: AbortSignal): Promise<ToolResult> {
  try {
    const value = await callTool(tool, input, { signal })
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
