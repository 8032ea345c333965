import type { McpTool } from '@sweatpants/framework'
import { askingTools } from './asking-tools.ts'
import { contentTools } from './content-tools.ts'
import { roundTools } from './round-tools.ts'
import { type Controls, createStreamTools } from './stream-tools.ts'
import { taskTools } from './task-tools.ts'

/** Every tool that the official suite calls. */
export const createTools = (controls: Controls): McpTool[] => [
  ...contentTools,
  ...createStreamTools(controls),
  ...askingTools,
  ...roundTools,
  ...taskTools,
]
