import { appendFileSync } from 'node:fs'

/** How often an author's own code ran. */
export interface Ran {
  bodies: number
  questions: number
  work: number
}

export const ran: Ran = { bodies: 0, questions: 0, work: 0 }

/** A result, and how often the author's code ran for it. */
export async function countRan<T>(act: () => Promise<T>): Promise<Ran> {
  const before = { ...ran }
  await act()
  return {
    bodies: ran.bodies - before.bodies,
    questions: ran.questions - before.questions,
    work: ran.work - before.work,
  }
}

/** A file outside of everything that could forget it: a line for each time that work was done. */
const ledger = process.env.LEDGER
/** The piece of work in which the process ends: it is done, and not recorded. */
const killedIn = Number(process.env.KILLED_IN ?? -1)

/** The side effect that runs once before each question. */
export function doWork(i: number): number {
  ran.work++
  if (ledger === undefined) return i
  appendFileSync(ledger, `${i}\n`)
  if (i === killedIn) process.kill(process.pid, 'SIGKILL')
  return i
}
