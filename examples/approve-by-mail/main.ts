import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Terminal } from '@sweatpants/framework/terminal'
import { openMailbox } from './mailbox.ts'
import { startServer } from './server.ts'

const DAY = 86_400_000

/** The result of a call. */
interface Reply {
  requestState?: string
  content?: { text: string }[]
}

/** Claims an expense; the manager answers by mail, two days later and after a restart. Resolves to the exit code. */
export async function main(terminal: Terminal): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'approve-by-mail-'))
  await using mailbox = await openMailbox()
  const options = { file: join(folder, 'store.db'), port: await findPort(), smtpPort: mailbox.port }
  const url = `http://127.0.0.1:${options.port}/mcp`
  try {
    const before = await startServer(options)
    const waiting = await call(url, {})
    terminal.print(`The client is told to come back: ${waiting.requestState !== undefined}`)
    const link = /http:\/\/\S+\/q\/\S+/.exec((await mailbox.next()).replaceAll('=\r\n', '').replaceAll('=3D', '='))![0]
    terminal.print('Ada has mail.')
    await before[Symbol.asyncDispose]()

    pass(2 * DAY)
    terminal.print('Two days pass. No server runs.')
    await using _after = await startServer(options)
    const page = await fetch(link)
    terminal.print(`The page of the link: ${/<h1>(.*)<\/h1>/.exec(await page.text())?.[1]}`)
    const body = new URLSearchParams({ action: 'accept', 'field.limit': '200' })
    const answered = await fetch(link, { method: 'POST', body })
    terminal.print(`The answer: ${answered.status}. The same link again: ${(await fetch(link)).status}.`)
    const { content } = await callBack(url, waiting)
    terminal.print(content![0]!.text)
    return content![0]!.text.startsWith('Paid 120 EUR, approved by ada') && answered.status === 200 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Moves the clock of this process ahead, so that two days take no time. */
function pass(ms: number): void {
  const now = Date.now
  Date.now = () => now() + ms
}

/** Sends the request again until there is a result. */
async function callBack(url: string, reply: Reply): Promise<Reply> {
  return reply.requestState === undefined ? reply : callBack(url, await call(url, { requestState: reply.requestState }))
}

async function call(url: string, state: object): Promise<Reply> {
  const client = new Client(
    { name: 'example', version: '1.0.0' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: { pin: '2026-07-28' } },
      inputRequired: { autoFulfill: false },
    },
  )
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  try {
    const claim = { name: 'claim_expense', arguments: { title: 'a train to Oslo', amount: 120 }, ...state }
    // The official type has no field for the state, and passes it on.
    return (await client.callTool(claim as never, { allowInputRequired: true })) as Reply
  } finally {
    await client.close()
  }
}

/** Returns a port that is free, which the server uses before and after its restart. */
function findPort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    }),
  )
}
