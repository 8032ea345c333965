// Starts three servers of NATS with JetStream on loopback, for a store on NATS on one machine. They keep their files in
// `.sweatpants/nats`, or in the folder that is given, and end with this process.
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { startNats } from './nats.ts'

const [folder = '.sweatpants/nats', port = '4222'] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const nats = await startNats({ folder: resolve(folder), port: Number(port) }).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
console.log(`Three servers of NATS are running, with their files in ${folder}. Use them with:

  STORE='${nats.url}' npm start

Press Ctrl+C to stop them.`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void nats.stop().then(() => process.exit(0)))
}
