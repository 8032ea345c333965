/** The metrics of runs and of the processes that drive them. Nothing is created while the application has no meter provider. */
import type { Counter, Histogram } from '@opentelemetry/api';
export interface Metrics {
    /** How often runs have entered a state: started, waiting, resumed, completed, failed, cancelled, interrupted. */
    runs: Counter;
    /** Seconds between a question and its answer. */
    questionAge: Histogram;
    /** Seconds that one attempt at a step took. */
    stepDuration: Histogram;
    /** Seconds that the store took to acknowledge a write, retries included. */
    appendDuration: Histogram;
    /** How often this process has acquired a stream whose node was dead. */
    takeovers: Counter;
}
/** Returns the instruments of the registered meter provider. */
export declare function findMetrics(): Metrics | undefined;
