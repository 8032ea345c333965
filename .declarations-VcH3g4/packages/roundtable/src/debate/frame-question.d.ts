import { type ToolContext } from '@sweatpants/framework';
import type { Table } from './table.ts';
/**
 * Has a model decide once which kind of question the topic is, unless the caller said so. If no model can, the question is open:
 * then different answers never count as agreement.
 */
export declare function frameQuestion(ctx: ToolContext, table: Table): Generator<import("@sweatpants/framework").Effect, void, unknown>;
