import { canonicalJson, type Json } from '../../tools/json.ts'
import { toCall } from './call-tool.ts'
import type { Strategy } from './strategy.ts'

const ABOUT_ARGUMENTS =
  /\b(invalid|expected|required|must|missing|argument|parameter|schema|one of|at (least|most)|too \w+)\b/i

/** Once, a call whose arguments were refused is made again with what the refusal says. */
export const correctCall: Strategy = (situation) => {
  const { exchanges, tools, toolChoice } = situation
  const refused = exchanges.at(-1)
  if (toolChoice.type !== 'auto' || refused?.result.outcome !== 'failed') return undefined
  const tool = tools.find(({ name }) => name === refused.name)
  const tries = exchanges.filter(({ name }) => name === refused.name).length
  if (tool === undefined || tries > 1 || !ABOUT_ARGUMENTS.test(refused.result.text)) return undefined
  const call = toCall(tool, situation)
  const changed = call.type === 'call' && canonicalJson(call.input) !== canonicalJson((refused.input ?? {}) as Json)
  return changed ? call : undefined
}
