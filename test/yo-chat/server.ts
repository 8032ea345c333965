import { appendFileSync } from 'node:fs'
import type { ServerAddress } from '../../apps/yo-chat/server/hosted/address.ts'
import { startApp } from '../../apps/yo-chat/server/start-app.ts'
import { createModels } from './models.ts'

/** The options of a server, which its command line has as JSON. */
export interface ServerOptions {
  port: number
  store: string
  dist: string
  /** Whether its model hangs where it is told to begin. */
  hangs: boolean
  /** A file that gets what its model is asked, a line of JSON each. */
  asked: string
  /** MCP servers of its configuration. */
  servers?: readonly ServerAddress[]
  /** Milliseconds. Only one runs at a time; what the last one held is free soon after it died. Default 300. */
  leaseTtl?: number
}

const { port, store, dist, hangs, asked, servers = [], leaseTtl = 300 }: ServerOptions = JSON.parse(process.argv[2]!)

const { url } = await startApp({
  port,
  host: '127.0.0.1',
  store,
  models: createModels({ hangs, onAsked: (text) => appendFileSync(asked, `${JSON.stringify(text)}\n`) }),
  dist,
  servers,
  leaseTtl,
})

// The process that started it is gone.
process.once('disconnect', () => process.exit())
process.send!(url)
