import type { SampleTool } from '@sweatpants/framework';
import type { ContextRequest } from '../session/context-request.ts';
import type { Session } from '../session/session.ts';
import { type ToolResult } from './request-book.ts';
/** The tools of the agents of one session in one round. Each call names its agent, so that agents are kept apart. */
export interface AgentToolkit {
    /** The tools that are offered. */
    readonly tools: readonly SampleTool[];
    executeTool(name: string, input: unknown, agentId: string): ToolResult;
    /** In the order in which they were created. */
    readonly requests: readonly Omit<ContextRequest, 'timestamp'>[];
}
interface ToolkitOptions {
    session: Session;
    round: number;
    /** The name of a seat for others. */
    nameOf(agentId: string): string;
    /** Whether a later round can use the answer. */
    canRequest: boolean;
}
export declare function createToolkit({ session, round, nameOf, canRequest }: ToolkitOptions): AgentToolkit;
export {};
