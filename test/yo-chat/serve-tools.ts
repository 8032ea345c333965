import type { McpTool } from '@sweatpants/framework'
import { serveMcp } from '@sweatpants/framework/mcp'
import { onTestFinished } from 'vitest'

/** A third-party MCP server, for the length of a test. Resolves to its address. */
export async function serveTools(...tools: McpTool[]): Promise<string> {
  const server = serveMcp({ name: 'elsewhere', version: '1.0.0', tools })
  const listening = await server.listen({ port: 0 })
  onTestFinished(async () => {
    await Promise.all([server.close(), listening.close()])
  })
  return listening.url
}
