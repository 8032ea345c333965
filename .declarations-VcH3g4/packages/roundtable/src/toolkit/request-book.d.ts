import { z } from 'zod';
import type { ContextRequest } from '../session/context-request.ts';
export declare const requestContextInput: z.ZodObject<{
    query: z.ZodString;
    reason: z.ZodString;
    priority: z.ZodEnum<{
        optional: "optional";
        required: "required";
    }>;
}, z.core.$strip>;
/** Limits for the context requests of an agent in a round. */
export declare const REQUESTS_PER_ROUND = 5;
type Asked = Omit<ContextRequest, 'timestamp'>;
/** The context requests of a round, in order. The same question of the same agent is one request. */
export declare class RequestBook {
    #private;
    readonly requests: Asked[];
    constructor(sessionId: string, round: number, nameOf: (agentId: string) => string);
    add(input: z.output<typeof requestContextInput>, agentId: string): ToolResult;
}
/** The result of a tool of an agent. The agent receives the error and can try again. */
export type ToolResult = {
    success: true;
    data: unknown;
} | {
    success: false;
    error: string;
};
export declare const refuse: (error: string) => ToolResult;
export {};
