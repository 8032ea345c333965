import type { WireTool } from '../../tools/effects/sample.ts'
import { chooseTool, rankTools } from './choose-tool.ts'
import { fill } from './fill.ts'
import { takesASeat } from './seat.ts'
import type { Situation } from './situation.ts'
import type { Answer, Strategy } from './strategy.ts'
import { subjectOf } from './subject.ts'
import { suggestFor } from './suggest.ts'

/** Calls the tool that it must, or that the message is about; for one message once, unless it must again. */
export const callTool: Strategy = (situation) => {
  const tool = CHOICES[situation.toolChoice.type](situation)
  return tool && toCall(tool, situation)
}

const CHOICES: Record<Situation['toolChoice']['type'], (situation: Situation) => WireTool | undefined> = {
  none: () => undefined,
  auto: (situation) => (situation.exchanges.length > 0 || takesASeat(situation) ? undefined : chooseTool(situation)),
  required: (situation) => rankTools(situation)[0]?.tool,
  tool: ({ tools, toolChoice }) => tools.find(({ name }) => toolChoice.type === 'tool' && name === toolChoice.toolName),
}

/** A call with arguments that are valid. What was refused before is drawn anew. */
export function toCall(tool: WireTool, situation: Situation): Answer {
  const { seed, message, exchanges } = situation
  const attempt = exchanges.filter(({ name, result }) => name === tool.name && result.outcome === 'failed').length
  const input = fill(tool.inputSchema, {
    suggest: suggestFor(situation),
    seed: attempt === 0 ? seed : `${seed} ${attempt}`,
    subject: subjectOf(message),
  })
  return { type: 'call', name: tool.name, input: input ?? {} }
}
