import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import {
  AppBridge,
  getToolUiResourceUri,
  isToolVisibilityAppOnly,
  PostMessageTransport,
} from '@modelcontextprotocol/ext-apps/app-bridge'

/**
 * A host that shows the views of tools and cannot ask, on the official bridge: it mounts the view when it calls the tool, and
 * gives it the arguments and the result. With `calls` it makes as many equal calls at once. With `reopen` it shows the stored result of an earlier call, as a conversation that is
 * opened again does.
 */
const asked = new URLSearchParams(location.search)
const tool = asked.get('tool')!
const args = JSON.parse(asked.get('args')!) as Record<string, unknown>
const isModern = asked.get('era') === 'modern'

const say = (id: string, text: string): void => {
  const line = document.getElementById(id)!
  line.textContent = text
}

const ui = { mimeTypes: ['text/html;profile=mcp-app'] }
const client = new Client(
  { name: asked.get('name')!, version: '1' },
  {
    capabilities: { extensions: { 'io.modelcontextprotocol/ui': ui } },
    versionNegotiation: { mode: isModern ? { pin: '2026-07-28' } : 'legacy' },
  },
)
await client.connect(new StreamableHTTPClientTransport(new URL(asked.get('server')!)))
const { tools } = await client.listTools()
const listed = tools.find(({ name }) => name === tool)!
say('model', tools.flatMap((each) => (isToolVisibilityAppOnly(each) ? [] : [each.name])).join(' '))

const { contents } = await client.readResource({ uri: getToolUiResourceUri(listed)! })

async function show(frame: HTMLIFrameElement): Promise<void> {
  const stored = localStorage.getItem('result')
  const calling =
    asked.has('reopen') && stored !== null ? JSON.parse(stored) : client.callTool({ name: tool, arguments: args })
  const ready = Promise.withResolvers<void>()
  addEventListener('message', ({ source, data }) => {
    if (source === frame.contentWindow && data?.method === 'ui/notifications/sandbox-proxy-ready') ready.resolve()
  })
  frame.src = asked.get('sandbox')!
  await ready.promise

  const bridge = new AppBridge(
    client as never,
    { name: 'host', version: '1' },
    { serverTools: {}, updateModelContext: { text: {} }, message: { text: {} } },
    { hostContext: { theme: 'light', displayMode: 'inline' } },
  )
  bridge.onupdatemodelcontext = async ({ content }) => {
    say('context', JSON.stringify(content))
    return {}
  }
  bridge.onmessage = async ({ content }) => {
    say('message', JSON.stringify(content))
    return {}
  }
  const initialized = Promise.withResolvers<void>()
  bridge.oninitialized = () => initialized.resolve()
  await bridge.connect(new PostMessageTransport(frame.contentWindow!, frame.contentWindow!))
  await bridge.sendSandboxResourceReady({ html: (contents[0] as { text: string }).text })
  await initialized.promise
  await bridge.sendToolInput({ arguments: args })
  const result = await calling
  if (!asked.has('reopen')) localStorage.setItem('result', JSON.stringify(result))
  say('result', JSON.stringify({ content: result.content, structuredContent: result.structuredContent }))
  await bridge.sendToolResult(result)
}

const frame = document.querySelector('iframe')!
const frames = Array.from({ length: Number(asked.get('calls')) }, (_, index) =>
  index === 0 ? frame : (frame.cloneNode() as HTMLIFrameElement),
)
frame.replaceWith(...frames)
await Promise.all(frames.map(show))
