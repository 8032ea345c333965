import { createApp } from '@sweatpants/framework/app'
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
  const mail = createTransport({ host: '127.0.0.1', port: smtpPort, secure: false, ignoreTLS: true })
  const app = createApp({
    name: 'expenses',
    version: '1.0.0',
    store: () => createSqliteStore(file),
    tools: [claimExpense],
    keys: KEYS,
    mcp: { limits: { othersWait: 500 } },
    inbox: {
      async onQuestion({ question, link }) {
        for (const { name, mail: to } of MANAGERS) {
          const text = `${question.message}\n\nAnswer here: ${link(name)}\n`
          await mail.sendMail({ from: 'expenses@example.com', to, subject: question.message, text })
        }
      },
    },
    parts: [mail],
  })
  await app.listen({ port })
  return app
}
