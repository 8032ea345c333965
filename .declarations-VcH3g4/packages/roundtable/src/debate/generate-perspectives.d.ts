import { type ToolContext } from '@sweatpants/framework';
import type { Table } from './table.ts';
/** Asks a model for the perspectives of the seats. If that fails, the mode's own perspectives stay. */
export declare function generatePerspectives(ctx: ToolContext, table: Table): Generator<import("@sweatpants/framework").Effect, void, unknown>;
