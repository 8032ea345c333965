import type { Hono } from 'hono';
import { type RoutesOptions } from '../http/routes.ts';
import { type RunControlsOptions } from './run-controls.ts';
export interface RunRoutesOptions extends RunControlsOptions, Partial<Omit<RoutesOptions, 'auth' | 'below' | 'translate'>> {
    /** Returns the name of an operator. Required: an operator sees and mends the runs of every principal. */
    auth: NonNullable<RoutesOptions['auth']>;
    /** Where the routes are mounted. Default `/api/runs`. */
    path?: string;
    /** Ends the event streams. */
    signal?: AbortSignal;
    /** Milliseconds between two looks for changes. Default 1 second. */
    lookEvery?: number;
    limits?: Partial<RunRoutesLimits>;
}
export interface RunRoutesLimits {
    /** Event streams that are open at once. Default 1,000. */
    streams: number;
    /** Event streams of one operator that are open at once. Default 100. */
    streamsPerPrincipal: number;
}
/**
 * Serves the list of runs and what an operator does with them: `GET /api/runs`, `GET /api/runs/events`,
 * `GET /api/runs/:id`, `GET /api/runs/:id/questions/:at`, `POST /api/runs/:id/cancel`, `/resume`, `/retry` and `/fork`, and
 * `DELETE /api/runs/:id`.
 */
export declare function createRunRoutes(options: RunRoutesOptions): Hono;
