import { type ToolContext } from '@sweatpants/framework';
import type { AgentResponse } from '../session/response.ts';
import type { Seat } from '../session/seat.ts';
import type { Table } from './table.ts';
/** Asks a seat for its statement, and records a response, or a failure with its reason. */
export declare function hearSeat(ctx: ToolContext, table: Table, seat: Seat, heard: readonly AgentResponse[]): Generator<import("@sweatpants/framework").Effect, void, unknown>;
