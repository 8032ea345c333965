import type { McpTool } from '@sweatpants/framework';
import type { Roundtable } from '../../debate/roundtable.ts';
export declare const createContinueTool: (roundtable: Roundtable) => McpTool;
