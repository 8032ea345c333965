import type { Mode } from '../modes/mode.ts';
import { type ProposalGroup } from '../session/question.ts';
import type { AgentResponse } from '../session/response.ts';
import type { Seat } from '../session/seat.ts';
import type { Session } from '../session/session.ts';
import type { AnswerForm } from './answer-format.ts';
import type { Fence } from './fence.ts';
/** Joins the sections of a prompt with blank lines; skips empty ones. */
export declare const sections: (parts: readonly (string | undefined | false)[]) => string;
export declare const introduction: (session: Session, mode: Mode, seat: Seat) => string;
export declare const topicSection: (session: Session, fence: Fence) => string;
/** The persona that the caller chose for the seat. */
export declare const personaSection: ({ persona }: Seat, fence: Fence) => string | undefined;
/** Comes after the persona and takes precedence over it. */
export declare const roleSection: ({ role }: Seat, fence: Fence) => string | undefined;
/** Says what is decided: the proposition, the quantity, or the possible answers. */
export declare function questionSection(session: Session, fence: Fence): string | undefined;
/** On one line, if the options stay distinct that way. */
export declare function optionsSection(options: readonly string[], fence: Fence, isOpen: boolean): string;
/** The form in which a seat answers now. */
export declare const formOf: (session: Session, { agentId }: Seat) => AnswerForm;
/** Returns the last proposal of a seat and the group that it was put into. */
export declare function findOwnGroup(session: Session, agentId: string): {
    proposal: string;
    group: ProposalGroup;
} | undefined;
/** A prompt: the system prompt, and the message of this turn. */
export interface Prompt {
    system: string;
    message: string;
}
/** The same by `agentId`. An agent without a seat has no name. */
export declare function createNames(session: Session, mode: Mode): (agentId: string) => string;
/** Statements by round, in the order in which seats speak, not in the order of arrival. */
export declare function inOrder(statements: readonly AgentResponse[], session: Session, mode: Mode): AgentResponse[];
