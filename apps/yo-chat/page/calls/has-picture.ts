import type { ToolCallState } from '@sweatpants/framework/chat'
import { hasResultView } from '../tools/show-result.tsx'

/** Whether the end of a call is shown by more than words: by a component, an app, an image or a sound. */
export const hasPicture = ({ toolName, status, view, origin, content = [] }: ToolCallState): boolean =>
  view !== undefined ||
  (status === 'done' &&
    ((origin === undefined && hasResultView(toolName)) ||
      content.some(({ type }) => type === 'image' || type === 'audio')))
