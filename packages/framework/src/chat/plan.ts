import type { WireTool } from '../tools/effects/sample.ts'
import { toParametersSchema } from '../tools/parameters-schema.ts'
import { checkParams, type McpTool } from '../tools/tool.ts'

/** What is to be done with a call that the model has made. Recorded: a replay follows the plan even if the tools have changed. */
export type Plan = { type: 'run'; approval: boolean } | { type: 'refuse'; code: string; problem: string }

export const toWireTool = ({ name, description, parameters }: McpTool): WireTool => ({
  name,
  ...(description !== undefined && { description }),
  inputSchema: toParametersSchema(name, parameters),
})

export const findTool = (tools: readonly McpTool[], name: string): McpTool | undefined =>
  tools.find((tool) => tool.name === name)

/** The model is told what is wrong with its call, so that it can do better. */
export async function planCall(tools: readonly McpTool[], toolName: string, input: unknown): Promise<Plan> {
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
  return { type: 'run', approval: tool.approval === 'confirm' }
}

export async function problemWithArguments(tool: McpTool, input: unknown): Promise<string | undefined> {
  const checked = await checkParams(tool, input)
  return checked.type === 'invalid' ? checked.problem : undefined
}
