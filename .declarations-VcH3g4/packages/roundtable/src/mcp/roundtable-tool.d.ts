import { type McpTool, type Operation, type QuietContext, type ToolAnnotations } from '@sweatpants/framework';
import { z } from 'zod';
import { type Refusal } from './refusal.ts';
export interface ToolDefinition<I extends z.ZodType, O extends z.ZodType> {
    name: string;
    description: string;
    input: I;
    output: O;
    annotations: ToolAnnotations & {
        title: string;
    };
    task?: McpTool['task'];
    execute(input: z.output<I>, ctx: QuietContext): Operation<z.input<O> | Refusal>;
}
/** Creates a tool whose refusals, also of invalid arguments, are errors with a code and a message. */
export declare function createRoundtableTool<I extends z.ZodType, O extends z.ZodType>(definition: ToolDefinition<I, O>): McpTool;
