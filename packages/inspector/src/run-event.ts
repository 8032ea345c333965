import type { Entry, Json, OpenedEffect, Recording, Usage } from '@sweatpants/framework'

/** A line of the author's code. */
export interface Place {
  /** Relative to the project if the file is inside it. */
  file: string
  line: number
}

export interface ShownEffect extends OpenedEffect {
  /** The line that made the effect, if it is known. */
  place?: Place
}

/** What answers the samples of a run: the inspector's model, or the person at the page. */
export type Samples = 'model' | 'hand'

export interface RunError {
  name: string
  message: string
}

/** How a run stopped. After `broken` the journal is intact, and the run can go on once it fits the source again. */
export type RunStop =
  | { type: 'completed'; value: Json; usage: Usage }
  | { type: 'failed'; error: RunError; usage: Usage }
  | { type: 'cancelled'; usage: Usage }
  | { type: 'broken'; error: RunError }

/** Another run whose first entries a run begins with. They are a copy: the other run may be deleted. */
export interface Fork extends Pick<Recording, 'header' | 'entries'> {
  runId: string
}

/**
 * A record of an inspected run's stream. Its state is `reduceRun` over all of them, on the server and on the page. `process` is
 * the inspector in which a person started or resumed the run: only there is the run driven.
 */
export type RunEvent =
  | { type: 'run_start'; tool: string; params: Json; samples: Samples; process: string; time: number; fork?: Fork }
  /** The run goes on from its journal: in another process, or with changed code. */
  | { type: 'run_resume'; process: string; time: number }
  /** A person has cancelled the run, in the inspector or in the control room. Any inspector runs its `finally`. */
  | { type: 'run_cancel'; time: number }
  | { type: 'run_pause'; time: number }
  | { type: 'run_stop'; stop: RunStop; time: number }
  | { type: 'effect_open'; effect: ShownEffect; time?: number }
  | { type: 'effect_withdraw'; at: string }
  /** Opens a question to the person; again, with the reason, after an answer was refused. */
  | { type: 'question_open'; id: string; attempt: number; refusal?: string; expiresAt?: number }
  | { type: 'question_answer'; id: string; answer: Json; time: number }
  | { type: 'journal_write'; entries: readonly Entry[] }
  | Emission

/** A `ctx.log` or `ctx.notify` of the tool. */
export interface Emission {
  type: 'emission'
  kind: 'log' | 'notify'
  level?: string
  message: string
  progress?: number
  time?: number
}
