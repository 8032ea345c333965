import type { Root } from '../tools/effects/client.ts';
import type { SampleEffect } from '../tools/effects/sample.ts';
import type { Elicits } from '../tools/elicit.ts';
import type { Capabilities } from '../tools/journal.ts';
import type { OutsideWait } from '../tools/outside.ts';
import type { Peer } from '../tools/peer.ts';
import { type AnswersOf } from './answers.ts';
import type { Delivery } from './deliveries.ts';
import { type Sample, type ScriptedSample } from './samples.ts';
import { Stock } from './stock.ts';
import type { Transcript } from './transcript.ts';
export interface PeerScript<E extends Elicits = Elicits> {
    answers?: AnswersOf<E>;
    /** What the model says: a list is taken in the order in which it is asked, a function answers every time. */
    samples?: readonly ScriptedSample[] | ((question: SampleEffect) => Sample);
    /** Signals by name, each sent when the tool waits for it; in the order in which it does, if there is a list in `inOrder`. */
    signals?: ScriptedSignals;
    roots?: readonly Root[];
    can?: Partial<Capabilities>;
}
export interface ScriptedPeer extends Peer {
    readonly transcript: Transcript;
    /** Answers for people other than the caller, and sends signals: the `onWait` of a run. */
    wait(wait: OutsideWait, signal: AbortSignal): void;
    /** What was not asked for so far: `1 answer to "confirm"`, `2 samples`. */
    left(): string[];
}
/** A person and a model who do what a script says. What it does not say is a `ScriptError`, which stops the run. */
export declare function createScriptedPeer<E extends Elicits = Elicits>(script: PeerScript<E>, stock?: Stock, deliver?: (delivery: Delivery) => void): ScriptedPeer;
/** Signals by name. */
export type ScriptedSignals = Readonly<Record<string, unknown>>;
