import type { Entry } from '../tools/journal.ts'
import type { Json } from '../tools/json.ts'
import type { Usage } from '../tools/usage.ts'

/** A line of the author's code. */
export interface Place {
  /** Relative to the project, where it is inside. */
  file: string
  line: number
}

/** An effect as it was asked. */
export interface AskedEffect {
  at: string
  /** The path of the branch that asks; empty for the root. */
  branch: string
  kind: string
  key: string
  /** What an answer names it by; absent when no peer answers it. */
  id?: string
  request: Json
  /** Where it was made, where that can be had. */
  place?: Place
}

/** Who answers the samples of a run: the inspector's model, or the person at the page. */
export type Samples = 'model' | 'hand'

export interface RunError {
  name: string
  message: string
}

/** How a run stopped. `broken` is not an end: its journal is as it was, and the run can go on once it fits the source again. */
export type RunStop =
  | { type: 'completed'; value: Json; usage: Usage }
  | { type: 'failed'; error: RunError; usage: Usage }
  | { type: 'cancelled'; usage: Usage }
  | { type: 'broken'; error: RunError }

/** One thing that happened in a run, as the page is told of it; the state of the page is `reduceRun` over all of them. */
export type RunEvent =
  | { type: 'run_start'; tool: string; params: Json; samples: Samples; time: number }
  /** It goes on from its journal: in another process, or with other code. */
  | { type: 'run_resume'; time: number }
  /** Its process lets go of it. */
  | { type: 'run_pause'; time: number }
  | { type: 'run_stop'; stop: RunStop; time: number }
  | { type: 'effect_ask'; effect: AskedEffect; time?: number }
  | { type: 'effect_withdraw'; at: string }
  /** Somebody has to answer; again, with the reason, when an answer was refused. */
  | { type: 'question_open'; id: string; attempt: number; refusal?: string; expiresAt?: number }
  | { type: 'question_answer'; id: string }
  | { type: 'journal_write'; revision: number; entries: readonly Entry[] }
  | { type: 'emission'; kind: 'log' | 'notify'; level?: string; message: string; progress?: number; time?: number }
