import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

// `npm run fuzz -- --minutes 10`: the fuzz tests over and over, each time with other seeds, until the time is up or one fails.

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) {
  console.error(`--minutes wants a number, not ${JSON.stringify(values.minutes)}`)
  process.exit(2)
}

/** About how many seconds a pass takes for each that a property has: on two cores vitest runs one file at a time. */
const PASS = 50

const end = Date.now() + minutes * 60_000
for (let left = end - Date.now(); left > 0; left = end - Date.now()) {
  const seconds = Math.min(20, Math.max(1, left / 1_000 / PASS))
  const env = { ...process.env, FUZZ_SECONDS: String(seconds) }
  const { status } = spawnSync('vitest', ['run', 'test/fuzz'], { stdio: 'inherit', env })
  if (status !== 0) process.exit(status ?? 1)
}
