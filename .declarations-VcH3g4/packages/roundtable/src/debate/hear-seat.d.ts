import { type Operation, type ToolContext } from '@sweatpants/framework';
import type { AgentResponse } from '../session/response.ts';
import type { Seat } from '../session/seat.ts';
import type { Table } from './table.ts';
/** Asks a seat for its statement. A substitute is asked instead if the seat fails and was never heard. */
export declare function hearSeat(ctx: ToolContext, table: Table, seat: Seat, heard: readonly AgentResponse[]): Operation<void>;
