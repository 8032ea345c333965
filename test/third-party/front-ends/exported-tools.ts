import { createTools } from './tools.ts'

/** What `sweatpants acp` serves. */
export const tools = createTools('world.txt')
