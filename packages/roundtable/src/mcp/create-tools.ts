import type { McpTool } from '@sweatpants/framework'
import type { Roundtable } from '../debate/roundtable.ts'
import { createContinueTool } from './tools/continue-roundtable.ts'
import { createControlTool } from './tools/control-session.ts'
import { createExportTool } from './tools/export-session.ts'
import { createAgentsTool } from './tools/get-agents.ts'
import { createCitationsTool } from './tools/get-citations.ts'
import { createConsensusTool } from './tools/get-consensus.ts'
import { createResponseDetailTool } from './tools/get-response-detail.ts'
import { createRoundDetailsTool } from './tools/get-round-details.ts'
import { createSessionTool } from './tools/get-session.ts'
import { createThoughtsTool } from './tools/get-thoughts.ts'
import { createListTool } from './tools/list-sessions.ts'
import { createOutcomeTool } from './tools/record-outcome.ts'
import { createStartTool } from './tools/start-roundtable.ts'
import { createSynthesizeTool } from './tools/synthesize-debate.ts'

/** Creates the tools of the roundtable, for `serveMcp`, a chat or a test. */
export const createRoundtableTools = (roundtable: Roundtable): McpTool[] => [
  createStartTool(roundtable),
  createContinueTool(roundtable),
  createConsensusTool(roundtable),
  createAgentsTool(roundtable),
  createListTool(roundtable),
  createSessionTool(roundtable),
  createRoundDetailsTool(roundtable),
  createResponseDetailTool(roundtable),
  createCitationsTool(roundtable),
  createThoughtsTool(roundtable),
  createSynthesizeTool(roundtable),
  createExportTool(roundtable),
  createOutcomeTool(roundtable),
  createControlTool(roundtable),
]
