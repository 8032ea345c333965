import type { Suggest } from './schema.ts';
import type { Situation, Tool } from './situation.ts';
import type { Answer } from './voice.ts';
/** Calls the tool that the caller demands: a named one, or any. `values` go before what the message says. */
export declare function callForced(situation: Situation, values: Suggest): Answer | undefined;
/** Calls the tool that the message is about, once for each message. */
export declare function callTool(situation: Situation): Answer | undefined;
/** Repeats a call whose arguments were refused, once, if the refusal leads to other arguments. */
export declare function correctCall(situation: Situation): Answer | undefined;
/** Returns a call with valid arguments. After a failure, arguments without a suggestion are drawn again. */
export declare function toCall(tool: Tool, situation: Situation, suggest?: Suggest): {
    type: "call";
    name: string;
    input: string | number | boolean | import("./schema.ts").Json[] | {
        [key: string]: import("./schema.ts").Json;
    };
};
