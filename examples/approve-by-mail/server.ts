import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createInbox } from '@sweatpants/framework/inbox'
import { serveMcp } from '@sweatpants/framework/mcp'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { createTransport } from 'nodemailer'
import { claimExpense } from './tool.ts'

export interface ServerOptions {
  /** The file of the store. */
  file: string
  /** The address at which the server listens, on this machine. */
  port: number
  /** Where mail is sent. */
  smtpPort: number
}

/** An application keeps its keys in its environment. */
const KEYS = ['a secret that only this example knows, and all its servers']

/** The people of a role, with their addresses. */
const MANAGERS = [{ name: 'ada', mail: 'ada@example.com' }]

/** Serves the tool over MCP, and the pages of its links. Closing it leaves everything in the store. */
export async function startServer({ file, port, smtpPort }: ServerOptions): Promise<AsyncDisposable> {
  const store = createSqliteStore(file)
  const mail = createTransport({ host: '127.0.0.1', port: smtpPort, secure: false, ignoreTLS: true })
  const inbox = createInbox({
    store,
    keys: KEYS,
    baseUrl: `http://127.0.0.1:${port}`,
    async onQuestion({ question, link }) {
      for (const { name, mail: to } of MANAGERS) {
        const text = `${question.message}\n\nAnswer here: ${link(name)}\n`
        await mail.sendMail({ from: 'expenses@example.com', to, subject: question.message, text })
      }
    },
  })
  const mcp = serveMcp({
    name: 'expenses',
    version: '1.0.0',
    tools: [claimExpense],
    store,
    inbox,
    keys: KEYS,
    limits: { othersWait: 500 },
  })
  const pages = getRequestListener(inbox.fetch)
  const http = createServer((request, response) =>
    request.url === '/mcp' ? mcp.listener(request, response) : void pages(request, response),
  )
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  return {
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      http.close()
      await Promise.all([mcp.close(), inbox.close()])
      mail.close()
      await store.close()
    },
  }
}
