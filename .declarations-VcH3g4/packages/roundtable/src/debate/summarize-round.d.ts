import { type ToolContext } from '@sweatpants/framework';
import type { Table } from './table.ts';
/** Asks the model of the first seat that answered for a summary. A failure is recorded, and the round goes on. */
export declare function summarizeRound(ctx: ToolContext, table: Table): Generator<import("@sweatpants/framework").Effect, void, unknown>;
