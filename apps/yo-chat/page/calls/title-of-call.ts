import type { ToolCallState } from '@sweatpants/framework/chat'
import { toolViews } from '../tools/tool-views.ts'
import { toTitle } from './to-title.ts'

/** Returns the title of a call. A tool of another server keeps the name that the server gave it. */
export const titleOfCall = ({ toolName, origin }: Pick<ToolCallState, 'toolName' | 'origin'>): string =>
  origin === undefined ? (toolViews[toolName]?.title ?? toTitle(toolName)) : toolName
