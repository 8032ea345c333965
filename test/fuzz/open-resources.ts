import { getActiveResourcesInfo } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'

/** What keeps a process alive and belongs to no test: files being read, and what vitest talks over. */
const IGNORED = ['PipeWrap', 'TTYWrap', 'FSReqPromise', 'FSReqCallback', 'MessagePort', 'Immediate', 'CloseReq']

const PATIENCE = 10_000

function count(): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const type of getActiveResourcesInfo()) {
    if (!IGNORED.includes(type)) counts[type] = (counts[type] ?? 0) + 1
  }
  return counts
}

/** Remembers which sockets, servers, timers and processes are open; the function waits until there are no more again. */
export function watchResources(): () => Promise<void> {
  const before = count()
  const left = () => Object.entries(count()).filter(([type, many]) => many > (before[type] ?? 0))
  return async () => {
    const until = performance.now() + PATIENCE
    while (left().length > 0 && performance.now() < until) await delay(20)
    expect(left(), 'sockets, servers or timers are still open').toEqual([])
  }
}
