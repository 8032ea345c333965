import { ATTEMPT, type Insist } from './nats-attempts.ts'

const INTERVAL = 10_000

/**
 * Follows the clock of the servers with the monotonic clock of this process. `readTime` is one attempt: repeated ones would
 * take as long as the servers elect a leader, and the clock is wrong by half the time that an answer takes.
 */
export async function createNatsClock(readTime: () => Promise<string | Date | undefined>, insist: Insist) {
  let offset = Date.now() - performance.now()
  let taken = Number.POSITIVE_INFINITY
  const measure = async () => {
    const sent = performance.now()
    const time = await readTime()
    const received = performance.now()
    // A slow answer, as when this process was suspended, does not replace a better one.
    if (time === undefined || received - sent > Math.max(taken, ATTEMPT)) return
    taken = received - sent
    offset = new Date(time).getTime() - (sent + received) / 2
  }
  await insist(measure)
  // The next time measures it again.
  const timer = setInterval(() => void measure().catch(() => {}), INTERVAL).unref()
  return { now: () => performance.now() + offset, stop: () => clearInterval(timer) }
}
