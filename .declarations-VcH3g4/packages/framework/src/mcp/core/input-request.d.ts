import { type ElicitEffect } from '../../tools/effects/elicit.ts';
import type { Question } from '../../tools/peer.ts';
/** A question on the wire: sent over a session, or embedded in a result. */
export interface InputRequest {
    method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
    params: Record<string, unknown>;
}
/** The `_meta` key under which rich clients find the key, context and attempt of a question. */
export declare const ELICIT_META = "dev.sweatpants/elicit";
/** Returns a question in the form of the protocol, with the URI of the view that shows it. Detaching is not a question to the client. */
export declare function toInputRequest(question: Exclude<Question, {
    type: 'detach';
}>, view?: string): InputRequest;
/**
 * Returns what the person reads: why the question is asked again, who wrote it, and its text. Some hosts show three lines, so
 * what matters is in them.
 */
export declare function toElicitMessage({ message, refusal, hasChanged, origin }: ElicitEffect): string;
