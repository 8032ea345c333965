import { once } from 'node:events'
import { createInterface } from 'node:readline'

// A command server of 2025-11-25 that writes without end when its tool is called. The argument says what. With `task` its tool
// runs only as a task.

const [, , attack] = process.argv

const send = (message: object): void => void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

const note = { method: 'notifications/message', params: { level: 'info', data: 'x' } }

const CHUNKS: Record<string, string> = {
  line: 'x'.repeat(50_000),
  noise: `${'noise '.repeat(1_000)}\n`,
  notes: `${JSON.stringify({ jsonrpc: '2.0', ...note })}\n`,
}

function writeForEver(output: NodeJS.WriteStream, chunk: string): void {
  const write = (): void => {
    while (output.write(chunk));
  }
  output.on('drain', write)
  write()
}

/** Writes 200 MB to standard error. */
async function writeErrors(): Promise<void> {
  for (let count = 0; count < 4_000; count++)
    if (!process.stderr.write(CHUNKS.line!)) await once(process.stderr, 'drain')
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line)
  if (id === undefined) continue
  if (method === 'initialize') {
    const result = {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'pipe', version: '1' },
    }
    send({ id, result })
  } else if (method === 'tools/list') {
    const execution = { taskSupport: attack === 'task' ? 'required' : 'forbidden' }
    send({ id, result: { tools: [{ name: 'plain', inputSchema: { type: 'object' }, execution }] } })
  } else if (method === 'tools/call') {
    if (attack === 'stderr') void writeErrors().then(() => send({ id, result: { content: [] } }))
    else writeForEver(process.stdout, CHUNKS[attack!]!)
  } else {
    send({ id, error: { code: -32601, message: 'no such method' } })
  }
}
