export {}
















































































































import { createInbox } from '@sweatpants/framework/inbox'
import type { Store } from '@sweatpants/framework/log'
import { serveMcp } from '@sweatpants/framework/mcp'
import { Hono } from 'hono'
import { mail } from './company.ts'
import { expense } from './expense.ts'

/** Who calls? Your application reads its session here. */
const auth = (request: Request) => request.headers.get('x-user') ?? undefined
const MANAGERS = ['ada', 'bob']

export interface ServerOptions {
  /** Shared by all nodes. */
  store: Store
  keys: string[]
  /** The address of all nodes together. */
  baseUrl: string
  leaseTtl?: number
}

/** Returns one of any number of nodes. */
export function createServer({ store, keys, baseUrl, ...rest }: ServerOptions): Hono {
  const inbox = createInbox({
    store,
    keys,
    baseUrl,
    auth,
    // Which names does this person answer to?
    audience: (principal = '') => [`user:${principal}`, ...(MANAGERS.includes(principal) ? ['role:manager'] : [])],
    // Tell people outside of the app, each with a link of their own.
    async onQuestion({ question, link }) {
      for (const name of MANAGERS) await mail(name, `${question.message} ${link(name)}`, `${question.id} ${name}`)
    },
  })
  const mcp = serveMcp({
    name: 'expenses',
    version: '1.0.0',
    tools: [expense],
    store,
    auth,
    inbox,
    keys,
    ...rest,
  })
  // Goes on with what other nodes have left, also if no client calls this one.
  mcp.start()
  return new Hono().route('/', inbox.routes).all('/mcp', ({ req }) => mcp.fetch(req.raw))
}
