import { type ToolContext } from '@sweatpants/framework';
import type { Table } from './table.ts';
/**
 * Merges the proposals of an open question at the end of a round, with a model that sees their texts without names. If it
 * fails, each proposal stays a group of its own. In the next round each seat is asked whether it stands behind its group.
 */
export declare function mergeProposals(ctx: ToolContext, table: Table): Generator<import("@sweatpants/framework").Effect, void, unknown>;
