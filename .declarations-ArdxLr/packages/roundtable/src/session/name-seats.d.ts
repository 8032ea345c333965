import type { Seat } from './seat.ts';
interface Named {
    seats: readonly Seat[];
    /** Requested seats without a usable model. */
    absent: readonly Pick<Seat, 'agentId' | 'model'>[];
}
/** Returns the name of a seat for readers. */
export type NameOf = (agentId: string) => string;
/** Names the seats of a debate for readers: “Empiricist · gpt-6”. Names are unique, and the same for the whole debate. */
export declare function nameSeats({ seats, absent }: Named): NameOf;
/** Returns who a persona is, without what it asks: “A systems thinker who follows effects…” becomes “Systems thinker”. */
export declare function toTitle(persona: string): string;
export {};
