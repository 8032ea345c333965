import type { McpTool } from '@sweatpants/framework';
import type { Roundtable } from '../../debate/roundtable.ts';
export declare const createRoundDetailsTool: (roundtable: Roundtable) => McpTool;
