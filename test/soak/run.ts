import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FAULTS, type Fault } from '../faults/kinds.ts'
import { PLACES } from './places.ts'
import { soak } from './soak.ts'
import { describeOutcome } from './tables.ts'

const USAGE =
  'npm run soak -- [--store nats|postgres-failover] [--minutes 5] [--seed number] [--fault words]… [--pause seconds] [--record]'

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'both' },
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string' },
    fault: { type: 'string', multiple: true, default: [''] },
    pause: { type: 'string', default: '2.5' },
    record: { type: 'boolean' },
  },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const faults = (Object.keys(FAULTS) as Fault[]).filter((fault) => values.fault.some((words) => fault.includes(words)))
const { store: on } = values
const pause = Number(values.pause) * 1_000
if (!(minutes > 0 && pause > 0) || !Number.isInteger(seed) || !isPlace(on)) {
  console.error(`Usage: ${USAGE}`)
  process.exit(2)
}
// An exit undoes what was mounted and started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
console.log(`Soaking for ${minutes} minutes with --seed ${seed}.`)
const outcome = await soak({ on, seed, seconds: minutes * 60, faults, pause })
const report = describeOutcome(outcome)
console.log(`\n${report}`)
if (values.record) {
  const command = `npm run soak -- ${process.argv.slice(2).map(quote).join(' ')}`
  const about = `# Soak\n\nWritten by \`${command}\` on ${new Date().toISOString().slice(0, 10)}.`
  const file = on === 'both' ? 'RESULTS.md' : `RESULTS-${on}.md`
  writeFileSync(join(import.meta.dirname, file), `${about}\n\n${report}\n`)
}
process.exit(outcome.tally.broken.length > 0 ? 1 : 0)

function quote(argument: string): string {
  return argument.includes(' ') ? `'${argument}'` : argument
}

function isPlace(name: string): name is keyof typeof PLACES {
  return Object.hasOwn(PLACES, name)
}
