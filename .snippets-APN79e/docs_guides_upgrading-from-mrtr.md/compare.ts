export {}






































































































import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { serveMcp } from '@sweatpants/framework/mcp'
import { bookFlight } from './after.ts'
import { createServer } from './before.ts'

async function call(serve: (request: Request) => Promise<Response>) {
  const client = new Client(
    { name: 'compare', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
  )
  client.setRequestHandler('elicitation/create', ({ params }) => {
    console.log(`  ${params.message}`)
    return { action: 'accept', content: params.message.startsWith('Which') ? { flightId: 'BER-LIS' } : { ok: true } }
  })
  const url = new URL('http://127.0.0.1/mcp')
  const fetch = (input: string | URL, init?: RequestInit) => serve(new Request(input, init))
  await client.connect(new StreamableHTTPClientTransport(url, { fetch }))
  const { content } = await client.callTool({ name: 'book_flight', arguments: { from: 'BER', to: 'LIS' } })
  await client.close()
  return content.map((block) => block.type === 'text' && block.text)
}

const before = createMcpHandler(createServer)
const after = serveMcp({ name: 'travel', version: '1.0.0', tools: [bookFlight] })
console.log('before', await call((request) => before.fetch(request)))
console.log('after', await call((request) => after.fetch(request)))
