import type { ToolCallState } from '@sweatpants/framework/chat'
import { toolTexts } from '../tools/texts.ts'
import { toTitle } from './to-title.ts'

/** Returns the title of a call. A tool of another server keeps the name that the server gave it. */
export const titleOfCall = ({ toolName, origin }: Pick<ToolCallState, 'toolName' | 'origin'>): string =>
  origin === undefined ? (toolTexts[toolName]?.title ?? toTitle(toolName)) : toolName
