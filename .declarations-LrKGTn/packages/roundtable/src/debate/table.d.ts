import { type Operation, type ToolContext } from '@sweatpants/framework';
import type { Mode } from '../modes/mode.ts';
import type { Happening } from '../session/event.ts';
import type { Seat } from '../session/seat.ts';
import { type Round, type Session } from '../session/session.ts';
import type { DebateSettings } from './settings.ts';
/** Has the driver append an event to the session's log, once. */
export declare const record: (ctx: ToolContext, happening: Happening) => Operation<void>;
/** The session inside a round: as it was when the round began, with all events that the round has recorded since. */
export declare class Table {
    #private;
    readonly mode: Mode;
    readonly settings: DebateSettings;
    /** Returns the name under which other seats know a seat. */
    readonly nameOf: (agentId: string) => string;
    constructor(session: Session, settings: DebateSettings);
    get session(): Session;
    get round(): Round;
    /** Whether seats may request context: an answer to a request of the last round would not be used. */
    get canRequest(): boolean;
    /** The seats of this round. */
    get seats(): Seat[];
    /** Returns the seats that are not in `heard`: an imported session may be in the middle of a round. */
    without(heard: readonly {
        agentId: string;
        round: number;
    }[], seats: readonly Seat[]): Seat[];
    record(ctx: ToolContext, happening: Happening): Generator<import("@sweatpants/framework").Effect, void, unknown>;
}
