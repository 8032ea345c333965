import type { Begun, Roundtable } from '../debate/roundtable.ts';
import { type TableChoice } from './open-table.ts';
import { type PlayOptions } from './play.ts';
import { type ReportFormat } from './report.ts';
export interface TerminalDebate {
    table: TableChoice;
    format: ReportFormat;
    begin(roundtable: Roundtable, options: PlayOptions): Promise<Begun>;
}
/** Runs a debate in the terminal to its end; resolves to the exit code. */
export declare function debateAtTerminal({ table: choice, format, begin }: TerminalDebate): Promise<number>;
