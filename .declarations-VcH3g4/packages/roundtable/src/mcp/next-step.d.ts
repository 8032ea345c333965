import { z } from 'zod';
import { type Session } from '../session/session.ts';
export declare const state: z.ZodEnum<{
    completed: "completed";
    in_progress: "in_progress";
    needs_context: "needs_context";
    paused: "paused";
    running: "running";
}>;
/** Returns what the caller should do next, in a sentence or two. */
export declare function nextStepOf(session: Session): string;
