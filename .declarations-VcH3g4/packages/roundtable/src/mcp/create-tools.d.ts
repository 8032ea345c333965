import type { McpTool } from '@sweatpants/framework';
import type { Roundtable } from '../debate/roundtable.ts';
/** Creates the tools of the roundtable, for `serveMcp`, a chat or a test. */
export declare const createRoundtableTools: (roundtable: Roundtable) => McpTool[];
