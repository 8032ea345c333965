import type { Clock } from '../tools/clock.ts';
import type { Elicits } from '../tools/elicit.ts';
import { type Journal } from '../tools/journal.ts';
import type { ExtendedMessage } from '../tools/message.ts';
import type { InferInput, Schema } from '../tools/schema.ts';
import type { McpTool } from '../tools/tool.ts';
import { type PeerScript } from './scripted-peer.ts';
import { type ScriptedSteps } from './steps.ts';
import type { Transcript } from './transcript.ts';
/** Everything that a run needs from outside. It is used up exactly: nothing is missing, nothing is left. */
export interface Script<E extends Elicits = Elicits> extends PeerScript<E> {
    /** Steps that do not run their body; the others do. */
    steps?: ScriptedSteps;
    /** `script` when absent, so that ids are the same each time. */
    runId?: string;
    /** What `ctx.uuid` and `ctx.random` follow from; the same for every script when absent. */
    seed?: string;
    journal?: Journal;
    /** Virtual when absent: nothing waits for real time. */
    clock?: Clock;
    /** Who calls the tool. */
    principal?: string;
    messages?: readonly ExtendedMessage[];
    systemPrompt?: string;
}
/** Runs a tool against a scripted person, model and world.
 *
 * ```ts
 * const { value, transcript } = await runScript(bookFlight, { from: 'BER', to: 'LIS', date: '2026-05-01' }, {
 *   steps: { search: [{ id: 'TP533' }], book: { reference: 'X1' } },
 *   answers: { pickFlight: accept({ flightId: 'TP533' }), confirm: accept({ ok: true }) },
 * })
 * ```
 *
 * Rejects with the tool's own error when the tool fails, and with a `ScriptError` when tool and script do not fit.
 */
export declare function runScript<P extends Schema, E extends Elicits, R>(tool: McpTool<string, P, E, R>, params: InferInput<P>, script?: Script<NoInfer<E>>): Promise<{
    value: R;
    transcript: Transcript;
}>;
