/** What an agent's tool comes to. What was wrong is said to the agent, which can do better. */
export type ToolResult = { success: true; data: unknown } | { success: false; error: string }

export const refuse = (error: string): ToolResult => ({ success: false, error })
