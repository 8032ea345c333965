import { type McpTool, ToolContent } from '@sweatpants/framework';
import type { Roundtable } from '../debate/roundtable.ts';
import { ELICITS } from './ask-person.ts';
declare const parameters: import("zod").ZodObject<{
    topic: import("zod").ZodString;
    mode: import("zod").ZodDefault<import("zod").ZodEnum<{
        adversarial: "adversarial";
        collaborative: "collaborative";
        delphi: "delphi";
        "devils-advocate": "devils-advocate";
        "expert-panel": "expert-panel";
        ranking: "ranking";
        "red-team-blue-team": "red-team-blue-team";
        socratic: "socratic";
    }>>;
    agents: import("zod").ZodOptional<import("zod").ZodArray<import("zod").ZodUnion<readonly [import("zod").ZodString, import("zod").ZodObject<{
        model: import("zod").ZodString;
        persona: import("zod").ZodOptional<import("zod").ZodString>;
    }, import("zod/v4/core").$strict>]>>>;
    rounds: import("zod").ZodDefault<import("zod").ZodInt>;
    answers: import("zod").ZodOptional<import("zod").ZodArray<import("zod").ZodString>>;
}, import("zod/v4/core").$strict>;
/**
 * Creates a chat tool that runs a whole debate: it reports each answer as progress, asks the person the required context
 * requests, and returns the decision. Cancelling the call interrupts the round, and the debate can be continued on its page.
 */
export declare const createAskRoundtable: (roundtable: Roundtable) => McpTool<'ask_roundtable', typeof parameters, typeof ELICITS, ToolContent>;
export {};
