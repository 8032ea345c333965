import { type Command } from './command.ts';
import type { Patch } from './patch.ts';
import { type ContentLimits } from './refuse-content.ts';
import { type ChatState } from './state.ts';
export interface DecideOptions extends ContentLimits {
    now: number;
    /** Resolves to the problem of edited arguments, or `undefined`. */
    refuseArguments: (toolName: string, args: unknown) => Promise<string | undefined>;
    /** Returns the name here of a tool that the view of another tool calls by the server's name, if it may. Default: it may not. */
    toolForView?: (shown: string, name: string) => string | undefined;
}
/** Resolves to the patches of a command, its own last. Rejects with a `CommandError`. */
export declare function decide(command: Command, state: ChatState, options: DecideOptions): Promise<Patch[]>;
