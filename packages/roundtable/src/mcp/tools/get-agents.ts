import type { McpTool } from '@sweatpants/framework'
import { z } from 'zod'
import type { Roundtable } from '../../debate/roundtable.ts'
import { MODES } from '../../modes/index.ts'
import { readOnly } from '../inputs.ts'
import { noticeOfPanel } from '../notices.ts'
import { orRefusal } from '../refusal.ts'
import { createRoundtableTool } from '../roundtable-tool.ts'

const output = z.object({
  agents: z.array(
    z.object({
      model: z.string().describe('For agents of start_roundtable'),
      family: z.string(),
      usable: z.boolean(),
      remedy: z.string().optional().describe('What makes it usable'),
    }),
  ),
  modes: z.array(z.object({ name: z.string(), title: z.string(), summary: z.string() })),
  tools: z.array(z.string()).describe('Connected tools that the seats can use'),
  notice: z.string().optional(),
})

export const createAgentsTool = (roundtable: Roundtable): McpTool =>
  createRoundtableTool({
    name: 'get_agents',
    description:
      'Lists the models that can take a seat, what the others need, and the modes. No model is asked, so it costs nothing.',
    input: z.object({}),
    output,
    annotations: { title: 'List agents and modes', ...readOnly },
    *execute(_, ctx) {
      return yield* ctx.step('look', () => orRefusal(roundtable, () => toPanel(roundtable)))
    },
  })

async function toPanel({ panel, tools }: Roundtable): Promise<z.infer<typeof output>> {
  const agents = await panel.candidates()
  const modes = MODES.map(({ name, title, summary }) => ({ name, title, summary }))
  return { agents, modes, tools: tools.map(({ name }) => name), notice: noticeOfPanel(agents) }
}
