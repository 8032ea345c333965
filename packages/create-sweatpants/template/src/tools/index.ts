import { planDinner } from './plan-dinner.ts'

/** Everything that the chat and the MCP server offer. */
export const tools = [planDinner]
