import type { Mode } from '../modes/mode.ts';
import type { Seat } from '../session/seat.ts';
/** A model that will have a seat. */
interface Guest extends Pick<Seat, 'agentId' | 'model' | 'family'> {
    persona?: string | undefined;
}
/** Assigns labels and roles, and personas to seats that would otherwise be identical. */
export declare function seatGuests(guests: readonly Guest[], { mode, perspectives, seed }: {
    mode: Mode;
    perspectives: readonly string[];
    seed: string;
}): Seat[];
/** Personas for seats with the same model. Each has another focus, and none takes a side. */
export declare const PERSONAS: readonly string[];
export {};
