import type { Store } from '../log/log.ts'
import type { Engine } from './engine.ts'
import { createEngineLeases } from './engine-leases.ts'
import { createEngineLog } from './engine-log.ts'
import { createEngineQuestions } from './engine-questions.ts'
import { createEngineRuns } from './engine-runs.ts'
import { EngineStreams } from './engine-streams.ts'

/** A store on an engine that can append if the last record is N. */
export function createEngineStore(engine: Engine): Store {
  const streams = new EngineStreams(engine)
  let closing: Promise<void> | undefined
  return {
    isDurable: true,
    log: (kind) => createEngineLog(kind, streams),
    leases: createEngineLeases(streams),
    questions: createEngineQuestions(streams),
    runs: createEngineRuns(streams),
    close() {
      closing ??= streams.close()
      return closing
    },
  }
}
