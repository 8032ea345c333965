import { type JSONRPCMessage, type StandardSchemaV1, specTypeSchemas, type Tool } from '@modelcontextprotocol/client'
import { isObject } from '../../tools/json.ts'
import { HostedToolError } from './errors.ts'
import { toPlainText } from './limits.ts'

/** Where the tools of a list are, until the list has passed the client. */
const TOOLS_META = 'dev.sweatpants/tools'

const MAX_TEXT = 200

/** Sets the tools of a response apart, in place: the client refuses a whole list if one tool in it breaks the rules. */
export function setToolsApart(message: JSONRPCMessage): void {
  if (!('result' in message) || !Array.isArray(message.result.tools)) return
  const { tools, _meta } = message.result
  message.result = { ...message.result, tools: [], _meta: { ...(isObject(_meta) && _meta), [TOOLS_META]: tools } }
}

/** Returns the tools of a list as the server sent them. */
export const toolsOf = ({ _meta }: { _meta?: Record<string, unknown> | undefined }): readonly unknown[] =>
  (_meta?.[TOOLS_META] ?? []) as unknown[]

/** Returns the definition of a tool; throws if it is none. A schema of arguments without a type is one of an object. */
export async function readTool(listed: unknown): Promise<Tool> {
  const typed =
    isObject(listed) && isObject(listed.inputSchema)
      ? { ...listed, inputSchema: { type: 'object', ...listed.inputSchema } }
      : listed
  const checked = await specTypeSchemas.Tool['~standard'].validate(typed)
  if (checked.issues === undefined) return checked.value
  const [{ path = [], message }] = checked.issues as [StandardSchemaV1.Issue]
  const place = path.map((part) => (typeof part === 'object' ? part.key : part)).join('.')
  throw new HostedToolError(`its definition breaks the rules of MCP at "${place}": ${toPlainText(message, MAX_TEXT)}`)
}
