import { type ToolContext } from '@sweatpants/framework';
import type { Seat } from '../session/seat.ts';
import type { Table } from './table.ts';
/** Asks a seat for its private vote. */
export declare function castBallot(ctx: ToolContext, table: Table, seat: Seat): Generator<import("@sweatpants/framework").Effect, void, unknown>;
