import { appendFileSync } from 'node:fs'
import { startApp } from '../../apps/yo-chat/server/start-app.ts'
import type { ServerOptions } from '../yo-chat/server.ts'
import { createSeats } from './panel.ts'
import { agreeable, Gate, oppose } from './says.ts'

const { port, store, dist, hangs, asked: file }: ServerOptions = JSON.parse(process.argv[2]!)

const never = new Gate()

const { url } = await startApp({
  port,
  host: '127.0.0.1',
  store,
  dist,
  models: createSeats(async (asked) => {
    if (asked.for !== 'statement') return agreeable(asked)
    appendFileSync(file, `${JSON.stringify(asked.model)}\n`)
    if (asked.model !== 'beta') return agreeable(asked)
    if (hangs) await never.pass(asked)
    return oppose()
  }),
  // Only one runs at a time; what the last one held is free soon after it died.
  leaseTtl: 300,
})

// The parent process has ended.
process.once('disconnect', () => process.exit())
process.send!(url)
