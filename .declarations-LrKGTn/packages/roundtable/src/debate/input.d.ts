import { z } from 'zod';
/** Longer input is refused. */
export declare const LIMITS: {
    readonly topic: 20000;
    readonly focusQuestion: 4000;
    readonly persona: 2000;
    readonly perspective: 500;
    readonly answer: 200;
    readonly answers: 20;
    readonly agents: 12;
    readonly rounds: 10;
    readonly contextResult: 100000;
    readonly contextResults: 50;
};
/** The input of a new debate. */
export declare const startInput: z.ZodObject<{
    topic: z.ZodString;
    mode: z.ZodDefault<z.ZodEnum<{
        adversarial: "adversarial";
        collaborative: "collaborative";
        delphi: "delphi";
        "devils-advocate": "devils-advocate";
        "expert-panel": "expert-panel";
        "red-team-blue-team": "red-team-blue-team";
        socratic: "socratic";
    }>>;
    agents: z.ZodOptional<z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        model: z.ZodString;
        persona: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>>>;
    agentCount: z.ZodDefault<z.ZodInt>;
    rounds: z.ZodDefault<z.ZodInt>;
    perspectives: z.ZodOptional<z.ZodUnion<readonly [z.ZodArray<z.ZodString>, z.ZodLiteral<"generate">]>>;
    answers: z.ZodOptional<z.ZodArray<z.ZodString>>;
    exitOnConsensus: z.ZodDefault<z.ZodBoolean>;
    budget: z.ZodOptional<z.ZodObject<{
        tokens: z.ZodOptional<z.ZodInt>;
        usd: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strip>>;
}, z.core.$strip>;
export declare const contextResult: z.ZodObject<{
    requestId: z.ZodString;
    success: z.ZodBoolean;
    result: z.ZodOptional<z.ZodString>;
    error: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
/** The input of the next round. */
export declare const continueInput: z.ZodObject<{
    sessionId: z.ZodString;
    focusQuestion: z.ZodOptional<z.ZodString>;
    contextResults: z.ZodOptional<z.ZodArray<z.ZodObject<{
        requestId: z.ZodString;
        success: z.ZodBoolean;
        result: z.ZodOptional<z.ZodString>;
        error: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>>;
}, z.core.$strip>;
export type StartInput = z.input<typeof startInput>;
export type ContinueInput = Omit<z.input<typeof continueInput>, 'sessionId'>;
