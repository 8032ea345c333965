export type { AskedQuestion } from './asked-question.ts'
export { type CheckedRuns, checkRuns } from './check-runs.ts'
export { type RunAction, type ShownRun, showRun, type TimedEntry } from './read-run.ts'
export { createRunRoutes, type RunRoutesLimits, type RunRoutesOptions } from './routes.ts'
export { RunControlError } from './run-control-error.ts'
export { createRunControls, type RunControls, type RunControlsOptions } from './run-controls.ts'
export {
  type ListedSchedule,
  listSchedules,
  type Overlap,
  removeSchedule,
  type Schedule,
  type ScheduleOptions,
  schedule,
  type When,
} from './schedule.ts'
export { type Scheduling, type StartSchedulesOptions, startSchedules } from './start-schedules.ts'
