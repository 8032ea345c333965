import { type Operation, type ToolContext } from '@sweatpants/framework';
import type { Mode } from '../modes/mode.ts';
import { type ContextRequest } from '../session/context-request.ts';
import type { Happening } from '../session/event.ts';
import type { Seat, Substitute } from '../session/seat.ts';
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
    /** Returns a model that can take the place of a seat, if the seat was never heard. */
    findSubstitute({ agentId }: Seat): Substitute | undefined;
    /** Records a context request, or that the same question is pending already: it is asked once and answered once. */
    request(ctx: ToolContext, request: Omit<ContextRequest, 'timestamp'>): Generator<import("@sweatpants/framework").Effect, void, unknown>;
    /** Returns the seats that are not in `heard`: an imported session may be in the middle of a round. */
    without(heard: readonly {
        agentId: string;
        round: number;
    }[], seats: readonly Seat[]): Seat[];
    record(ctx: ToolContext, happening: Happening): Generator<import("@sweatpants/framework").Effect, void, unknown>;
}
