import { type RoutesOptions } from '@sweatpants/framework/http';
import type { PageFiles } from './page-files.ts';
import type { Project } from './project.ts';
import type { Runs } from './runs.ts';
export interface InspectorRoutesOptions {
    project: Project;
    runs: Runs;
    /** The id of the model that answers samples. */
    model: string;
    page: PageFiles;
    /** Ends all event streams when it aborts. */
    signal: AbortSignal;
    onError(error: unknown): void;
}
/** The page and its API. Tools have side effects, so only the page itself may call it. */
export declare function createInspectorRoutes({ project, runs, model, page, signal, onError }: InspectorRoutesOptions): import("hono").Hono<import("hono/types").BlankEnv, import("hono/types").BlankSchema, "/">;
/** Refuses every other page, also one that is served from another port of this machine. */
export declare const identifyPage: NonNullable<RoutesOptions['auth']>;
export declare const replyPage: ({ type, text }: {
    type: string;
    text: string;
}) => Response;
