import type { Operation, ToolContext } from '@sweatpants/framework';
import { z } from 'zod';
import type { Roundtable } from '../debate/roundtable.ts';
import type { ContextRequest } from '../session/context-request.ts';
/** The question of the tool: a required context request of a seat. */
export declare const ELICITS: {
    context: {
        response: z.ZodObject<{
            answer: z.ZodString;
        }, z.core.$strip>;
        context: z.ZodObject<{
            agentId: z.ZodString;
            query: z.ZodString;
            reason: z.ZodString;
            sessionId: z.ZodString;
            requestId: z.ZodString;
            optional: z.ZodArray<z.ZodObject<{
                agentId: z.ZodString;
                query: z.ZodString;
                reason: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
};
type Context = ToolContext<typeof ELICITS>;
/** Asks the person all required requests at once, and passes each answer to the debate when it arrives. */
export declare function askPerson(roundtable: Roundtable, ctx: Context, sessionId: string, pending: readonly Pick<ContextRequest, 'id' | 'agentId' | 'query' | 'reason' | 'priority'>[]): Operation<void>;
export {};
