import type { ContentBlock } from '../../tools/content.ts';
import type { ToolContext } from '../../tools/context.ts';
import type { Elicits } from '../../tools/elicit.ts';
import type { Operation } from '../../tools/operation.ts';
import type { Icon, McpTool } from '../../tools/tool.ts';
export interface PromptArgument {
    description?: string;
    required?: boolean;
    /** Returns suggestions for the text that was typed so far. */
    complete?(value: string, given: Readonly<Record<string, string>>): readonly string[] | Promise<readonly string[]>;
}
export interface PromptMessage {
    role: 'user' | 'assistant';
    content: ContentBlock;
}
/** A prompt that a host offers to its user. Like a tool, it may ask questions. */
export interface McpPrompt {
    readonly name: string;
    readonly title: string | undefined;
    readonly description: string | undefined;
    readonly icons: readonly Icon[] | undefined;
    readonly arguments: Readonly<Record<string, PromptArgument>>;
    /** Runs like any tool; its result is the messages. */
    readonly tool: McpTool;
}
export interface PromptDefinition<A extends Record<string, PromptArgument>, E extends Elicits> {
    title?: string;
    description?: string;
    icons?: readonly Icon[];
    arguments?: A;
    elicits?: E;
    messages(args: {
        [K in keyof A]?: string;
    }, ctx: ToolContext<E>): Operation<PromptMessage[]>;
}
/** Creates a prompt whose messages are made by a generator, which may ask questions. */
export declare function createMcpPrompt<const A extends Record<string, PromptArgument> = Record<never, never>, const E extends Elicits = Record<never, never>>(name: string, definition: PromptDefinition<A, E>): McpPrompt;
