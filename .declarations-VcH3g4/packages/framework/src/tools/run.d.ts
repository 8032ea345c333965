/**
 * A run of a tool: a deterministic scheduler over generators, driven by one total order of outcomes.
 *
 * R1  An outcome is in the journal before the tool sees it.
 * R2  An effect gets its address (branch path, number in the branch) when the tool yields it. An entry that does not match the
 *     effect at its address, or that no effect matches, is a DivergenceError that names both.
 * R3  Outcomes are handed out one at a time, each after the tool has run as far as it can; while recorded ones are left, an
 *     effect without an entry is held. Answers that arrive together are recorded in the order their questions were opened.
 * R4  A run parks when nothing is runnable, nothing is being performed and questions are open; all of them go out together.
 *     Where it may be let go, it also parks while it sleeps for long.
 * R5  `finally` runs when the tool returns, throws, is cancelled or times out; never because it waits or is dropped. After a
 *     halt it has `limits.cleanup` milliseconds, and is then abandoned where it waits.
 * R6  Answers settle open questions, and nothing else. A question to other people is never handed to the peer, and takes only
 *     answers that name who gave them.
 * R7  An answer that fails its schema is not recorded, its refusal is: the question is asked again, at most 3 times. A signal
 *     that fails its schema is ignored and reported.
 * R8  Emissions are numbered per branch; up to the last number sent they are silent. Progress only grows.
 * R9  A parked run goes on in place, or is dropped and rebuilt from its journal; the author cannot tell the difference.
 * R10 A cancel halts the whole tree. It is an entry too, so that what `finally` records replays after it.
 * R11 The tool sees the value decoded from its entry, live and replayed alike. Failure is an outcome. What JSON cannot carry is
 *     refused by name, in outcomes and in results.
 * R12 The header is written once, before anything is performed; what changes is kept beside it.
 * R13 A run goes on with the `.version` that it began with, where the tool has it. Another version than the header's fails, restarts or continues, as the caller chose. A run that meets other code stops
 *     and leaves its journal as it is.
 * R14 Consent is for what was shown. A question is kept with a fingerprint of what it shows; an answer to a question that has
 *     changed is ignored and reported, and the new question is another attempt.
 * R15 An idempotency key is the run, the place in the code, the step's name and what was asked and answered on the way there. The
 *     same answers give the same key in every attempt, other answers another one.
 * R16 What is due and what has arrived are recorded in the order of their times. A deadline wins over an answer of the same time.
 * R17 A journal that refuses a write, because another driver goes on with the run, stops the run before it does anything more.
 * R18 A run that waits says when it goes on by itself, and then does so in any process, without an answer.
 * R19 An answer counts once for each person. Answers to a question with a quorum are recorded one by one.
 * R20 A signal is kept until the tool waits for it, and is taken once.
 * R21 A step that is retried has one idempotency key. A failed attempt is recorded with the time of the next one.
 * R22 A change of the code (`ctx.patched`) is taken by runs that reach it for the first time, and by no other. Which it was is
 *     the same in every process.
 */
import { type Answers, type Arrival } from './answer-box.ts';
import { type Clock } from './clock.ts';
import { type RecordedEffect } from './effect.ts';
import { Emitter } from './emitter.ts';
import { Fiber, Queue } from './fiber.ts';
import type { Host } from './host.ts';
import { type Outcome } from './outcome.ts';
import type { OnWait } from './outside.ts';
import { Outstanding } from './outstanding.ts';
import type { Peer } from './peer.ts';
import { Pending } from './pending.ts';
import { Recorder } from './recorder.ts';
import type { RunOptions, RunResult } from './run-tool.ts';
import { type SentSignal } from './signal-box.ts';
import { Timekeeper } from './timekeeper.ts';
import { type McpTool } from './tool.ts';
export declare class Run<T = unknown> {
    #private;
    readonly peer: Peer;
    readonly host: Host | undefined;
    readonly clock: Clock;
    readonly runStep: NonNullable<RunOptions['runStep']>;
    readonly attach: RunOptions['attach'];
    readonly onWait: OnWait | undefined;
    readonly signalUrl: RunOptions['signalUrl'];
    readonly readAnswer: RunOptions['readAnswer'];
    readonly toolName: string;
    readonly recorder: Recorder;
    readonly timekeeper: Timekeeper;
    usage: import("./usage.ts").Usage;
    /** Fibers that can go on now. */
    readonly ready: Queue<Fiber>;
    /** The fiber whose code is running, while it is. */
    current: Fiber | undefined;
    /** How many elicits the call has asked, and how many replies it took for a call: exchanges are numbered by them. */
    elicits: number;
    written: number;
    constructor(tool: McpTool, params: unknown, options: RunOptions);
    /** The questions the tool declares. */
    get questions(): McpTool['questions'];
    /** Whether the run takes a change of the code: until it performs something, it only goes where it has been before. */
    isPatched(name: string): boolean;
    get emitter(): Emitter;
    get outstanding(): Outstanding;
    /** Takes answers without going on. Whether they are in time depends on when they arrived. */
    receive(answers: Answers, arrival?: Arrival): void;
    /** Takes a signal without going on. */
    receiveSignal(signal: SentSignal): void;
    /** Tells the developer of something that no result says. */
    report(error: Error): void;
    /** Takes the outcome of a host effect that was deferred. It is ignored if nothing waits for it any more. */
    settleHost(id: string, outcome: Outcome): void;
    /** Goes on, with answers to open questions, until the run ends or parks. May be called while it is going. */
    advance(answers?: Answers, arrival?: Arrival): Promise<RunResult<T>>;
    /** Gives an effect its address, and a question its id (R2). */
    open(fiber: Fiber, effect: RecordedEffect): Pending;
    /** Performs an effect when the tool has run as far as it can and no recorded outcome is left (R3). */
    hold(pending: Pending): void;
    perform(pending: Pending): void;
    /** Takes an outcome, which is recorded in its turn. */
    settle(pending: Pending, outcome: Outcome): void;
    /** Ends an effect that the tool no longer waits for. */
    withdraw(pending: Pending): void;
}
