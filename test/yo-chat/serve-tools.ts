import type { McpTool } from '@sweatpants/framework'
import { serveMcp } from '@sweatpants/framework/mcp'
import { onTestFinished } from 'vitest'

/** An MCP server of somebody else's, for the length of a test. Comes to its address. */
export async function serveTools(...tools: McpTool[]): Promise<string> {
  const server = serveMcp({ name: 'elsewhere', version: '1.0.0', tools })
  const listening = await server.listen({ port: 0 })
  onTestFinished(async () => {
    await Promise.all([server.close(), listening.close()])
  })
  return listening.url
}
