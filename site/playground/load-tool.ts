import * as framework from '@sweatpants/framework'
import { transform } from 'sucrase'
import * as zod from 'zod'

const MODULES: Readonly<Record<string, unknown>> = { '@sweatpants/framework': framework, zod }

/** Runs the text of a TypeScript module in this page and returns the tool that it exports. */
export function loadTool(source: string): framework.McpTool {
  const { code } = transform(source, { transforms: ['typescript', 'imports'] })
  const exported: Record<string, unknown> = {}
  new Function('require', 'exports', code)(findModule, exported)
  const tool = Object.values(exported).find(isTool)
  if (tool === undefined)
    throw new Error('The module exports no tool. Write: export const name = createMcpTool(…)….build()')
  return tool
}

function findModule(name: string): unknown {
  if (Object.hasOwn(MODULES, name)) return MODULES[name]
  throw new Error(`There is no module "${name}" here. The playground has ${Object.keys(MODULES).join(' and ')}.`)
}

const isTool = (value: unknown): value is framework.McpTool =>
  typeof value === 'object' && value !== null && 'name' in value && 'parameters' in value
