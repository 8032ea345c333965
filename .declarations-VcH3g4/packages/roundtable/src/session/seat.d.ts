/** A side, if the topic is a proposition. */
export type Stance = 'support' | 'oppose' | 'neutral';
/** The task that a mode gives to a seat, beside its persona. */
export interface Role {
    name: string;
    instruction: string;
    /** The side that the seat must argue; its own opinion is in its ballot. */
    stance?: Stance;
}
/** Whether the seat is played by the demo model, which knows nothing. */
export declare const isDemo: ({ model }: {
    model: string;
}) => boolean;
/** A participant of a debate. */
export interface Seat {
    /** Letters, digits and `_`, because it is also the key of the seat's samples. */
    agentId: string;
    /** The seat's name where names are hidden; the same for the whole session. */
    label: string;
    /** A model id for `resolveModel`. */
    model: string;
    /** The maker of the model: models of one family make the same errors. */
    family: string;
    persona?: string;
    role?: Role;
    /** The `agentId` of the seat that failed and that this one has replaced. */
    replaces?: string;
}
/** A model that takes the place of a seat that fails before it was heard. */
export type Substitute = Pick<Seat, 'agentId' | 'model' | 'family'>;
export type FailurePhase = 'start' | 'ballot' | 'response';
/** A seat that gave no answer. It counts as absent and is always reported. */
export interface SeatFailure {
    agentId: string;
    model: string;
    /** 0: at the start of the debate. */
    round: number;
    phase: FailurePhase;
    /** The code of the model's error, or `malformed_answer`, `no_answer`, `budget`. */
    code: string;
    reason: string;
    timestamp: string;
}
