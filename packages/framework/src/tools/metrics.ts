/** The metrics of runs and of the processes that drive them. Nothing is created while the application has no meter provider. */
import type { Counter, Histogram, Meter } from '@opentelemetry/api'
import { findMeterProvider, openTelemetry, SCOPE } from './open-telemetry.ts'

export interface Metrics {
  /** How often runs have entered a state: started, waiting, resumed, completed, failed, cancelled, interrupted. */
  runs: Counter
  /** Seconds between a question and its answer. */
  questionAge: Histogram
  /** Seconds that one attempt at a step took. */
  stepDuration: Histogram
  /** Seconds that the store took to acknowledge a write, retries included. */
  appendDuration: Histogram
  /** How often this process has acquired a stream whose node was dead. */
  takeovers: Counter
}

/** Counts the runs of a store by their state. */
type CountRuns = () => Promise<Readonly<Record<string, number>>>

const stores = new Map<object, CountRuns>()

/** Observes how many runs of a store are in each state, until the returned function is called. Each collection counts them. */
export function observeRuns(store: object, count: CountRuns): () => void {
  stores.set(store, count)
  findMetrics()
  return () => void stores.delete(store)
}

let created: { provider: object; metrics: Metrics } | undefined

/** Returns the instruments of the registered meter provider. */
export function findMetrics(): Metrics | undefined {
  const provider = findMeterProvider()
  if (provider === undefined) return undefined
  if (created?.provider !== provider) {
    const api = openTelemetry()
    if (api === undefined) return undefined
    created = { provider, metrics: createMetrics(api.metrics.getMeter(SCOPE)) }
  }
  return created.metrics
}

function createMetrics(meter: Meter): Metrics {
  observeLoop(meter)
  observeStores(meter)
  const seconds = (name: string, description: string, boundaries: number[]) =>
    meter.createHistogram(name, { unit: 's', description, advice: { explicitBucketBoundaries: boundaries } })
  return {
    runs: meter.createCounter('sweatpants.runs', { unit: '{run}', description: 'Runs that entered a state' }),
    questionAge: seconds('sweatpants.question.age', 'Time from a question to its answer', AGES),
    stepDuration: seconds('sweatpants.step.duration', 'Duration of one attempt at a step', DURATIONS),
    appendDuration: seconds('sweatpants.append.duration', 'Time until the store acknowledged a write', DURATIONS),
    takeovers: meter.createCounter('sweatpants.lease.takeovers', {
      unit: '{stream}',
      description: 'Streams acquired from a node that was dead',
    }),
  }
}

const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** From a second to a month. */
const AGES = [1, 10, 60, 300, 900, 3_600, 14_400, 86_400, 259_200, 604_800, 2_592_000]

/** Every node of a store observes the same numbers: they are in the store, and do not end with a process. */
function observeStores(meter: Meter): void {
  const settings = { unit: '{run}', description: 'Runs of the store that have not ended, by state' }
  meter.createObservableGauge('sweatpants.runs.open', settings).addCallback(async (result) => {
    for (const count of [...stores.values()]) {
      for (const [state, runs] of Object.entries(await count())) result.observe(runs, { 'sweatpants.run.state': state })
    }
  })
}

/** Observes for how long the event loop was blocked at most since the last collection. */
function observeLoop(meter: Meter): void {
  const delays = process.getBuiltinModule('node:perf_hooks').monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  const description = 'Longest delay of the event loop since the last collection'
  meter.createObservableGauge('sweatpants.loop.lag', { unit: 's', description }).addCallback((result) => {
    result.observe(delays.max / 1e9)
    delays.reset()
  })
}
