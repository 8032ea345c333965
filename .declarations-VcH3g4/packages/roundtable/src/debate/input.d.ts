import { z } from 'zod';
import type { Question } from '../session/question.ts';
/** Longer input is refused. */
export declare const LIMITS: {
    readonly topic: 20000;
    readonly focusQuestion: 4000;
    readonly persona: 2000;
    readonly perspective: 500;
    readonly answer: 200;
    readonly answers: 20;
    readonly unit: 60;
    readonly agents: 12;
    readonly rounds: 10;
    readonly contextResult: 100000;
    readonly contextResults: 50;
};
/** What is decided. The kind determines the form of every answer. */
declare const question: z.ZodDiscriminatedUnion<[z.ZodObject<{
    kind: z.ZodLiteral<"proposition">;
    proposition: z.ZodOptional<z.ZodString>;
    yes: z.ZodDefault<z.ZodString>;
    no: z.ZodDefault<z.ZodString>;
    isCheckable: z.ZodDefault<z.ZodBoolean>;
}, z.core.$strict>, z.ZodObject<{
    kind: z.ZodLiteral<"choice">;
    options: z.ZodArray<z.ZodString>;
    isCheckable: z.ZodDefault<z.ZodBoolean>;
}, z.core.$strict>, z.ZodObject<{
    kind: z.ZodLiteral<"estimate">;
    unit: z.ZodString;
    quantity: z.ZodOptional<z.ZodString>;
    isCheckable: z.ZodDefault<z.ZodBoolean>;
}, z.core.$strict>, z.ZodObject<{
    kind: z.ZodLiteral<"open">;
    isCheckable: z.ZodDefault<z.ZodBoolean>;
}, z.core.$strict>], "kind">;
/** The input of a new debate. */
export declare const startInput: z.ZodObject<{
    topic: z.ZodString;
    mode: z.ZodDefault<z.ZodEnum<{
        adversarial: "adversarial";
        collaborative: "collaborative";
        delphi: "delphi";
        "devils-advocate": "devils-advocate";
        "expert-panel": "expert-panel";
        ranking: "ranking";
        "red-team-blue-team": "red-team-blue-team";
        socratic: "socratic";
    }>>;
    agents: z.ZodOptional<z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        model: z.ZodString;
        persona: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>]>>>;
    substitutes: z.ZodOptional<z.ZodArray<z.ZodString>>;
    agentCount: z.ZodDefault<z.ZodInt>;
    rounds: z.ZodDefault<z.ZodInt>;
    perspectives: z.ZodOptional<z.ZodUnion<readonly [z.ZodArray<z.ZodString>, z.ZodLiteral<"generate">]>>;
    question: z.ZodOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
        kind: z.ZodLiteral<"proposition">;
        proposition: z.ZodOptional<z.ZodString>;
        yes: z.ZodDefault<z.ZodString>;
        no: z.ZodDefault<z.ZodString>;
        isCheckable: z.ZodDefault<z.ZodBoolean>;
    }, z.core.$strict>, z.ZodObject<{
        kind: z.ZodLiteral<"choice">;
        options: z.ZodArray<z.ZodString>;
        isCheckable: z.ZodDefault<z.ZodBoolean>;
    }, z.core.$strict>, z.ZodObject<{
        kind: z.ZodLiteral<"estimate">;
        unit: z.ZodString;
        quantity: z.ZodOptional<z.ZodString>;
        isCheckable: z.ZodDefault<z.ZodBoolean>;
    }, z.core.$strict>, z.ZodObject<{
        kind: z.ZodLiteral<"open">;
        isCheckable: z.ZodDefault<z.ZodBoolean>;
    }, z.core.$strict>], "kind">>;
    answers: z.ZodOptional<z.ZodArray<z.ZodString>>;
    synthesizer: z.ZodOptional<z.ZodString>;
    exitOnConsensus: z.ZodDefault<z.ZodBoolean>;
    budget: z.ZodOptional<z.ZodObject<{
        tokens: z.ZodOptional<z.ZodInt>;
        usd: z.ZodOptional<z.ZodNumber>;
        pricePerMillion: z.ZodOptional<z.ZodObject<{
            input: z.ZodNumber;
            output: z.ZodNumber;
        }, z.core.$strict>>;
    }, z.core.$strict>>;
}, z.core.$strict>;
export declare const contextResult: z.ZodObject<{
    requestId: z.ZodString;
    success: z.ZodBoolean;
    result: z.ZodOptional<z.ZodString>;
    error: z.ZodOptional<z.ZodString>;
}, z.core.$strict>;
/** The input of the next round. */
export declare const continueInput: z.ZodObject<{
    sessionId: z.ZodString;
    focusQuestion: z.ZodOptional<z.ZodString>;
    question: z.ZodOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
        kind: z.ZodLiteral<"proposition">;
        proposition: z.ZodOptional<z.ZodString>;
        yes: z.ZodDefault<z.ZodString>;
        no: z.ZodDefault<z.ZodString>;
        isCheckable: z.ZodDefault<z.ZodBoolean>;
    }, z.core.$strict>, z.ZodObject<{
        kind: z.ZodLiteral<"choice">;
        options: z.ZodArray<z.ZodString>;
        isCheckable: z.ZodDefault<z.ZodBoolean>;
    }, z.core.$strict>, z.ZodObject<{
        kind: z.ZodLiteral<"estimate">;
        unit: z.ZodString;
        quantity: z.ZodOptional<z.ZodString>;
        isCheckable: z.ZodDefault<z.ZodBoolean>;
    }, z.core.$strict>, z.ZodObject<{
        kind: z.ZodLiteral<"open">;
        isCheckable: z.ZodDefault<z.ZodBoolean>;
    }, z.core.$strict>], "kind">>;
    contextResults: z.ZodOptional<z.ZodArray<z.ZodObject<{
        requestId: z.ZodString;
        success: z.ZodBoolean;
        result: z.ZodOptional<z.ZodString>;
        error: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>>>;
}, z.core.$strict>;
export type GivenQuestion = z.output<typeof question>;
/** Returns the question that the caller gave for a topic. `since` is the first round in which it is asked. */
export declare function toQuestion(given: GivenQuestion, topic: string, since: number): Question;
export type StartInput = z.input<typeof startInput>;
export type ContinueInput = Omit<z.input<typeof continueInput>, 'sessionId'>;
export {};
