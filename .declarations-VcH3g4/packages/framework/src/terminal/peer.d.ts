import { type ElicitEffect } from '../tools/effects/elicit.ts';
import type { SampleEffect, SampleReply } from '../tools/effects/sample.ts';
import type { Peer } from '../tools/peer.ts';
import type { PluginClient } from '../tools/plugin.ts';
import { type PluginHost } from '../tools/render.ts';
import type { Terminal } from './terminal.ts';
export interface TerminalPeerOptions {
    terminal: Terminal;
    /** Asks a model. Without it a sample fails, saying that no model is configured. */
    sample?: (effect: SampleEffect, signal: AbortSignal) => Promise<SampleReply>;
    /** Questions of these tools are answered by their handlers, which render with `render`. */
    plugins?: readonly PluginClient[];
    /** Shows a component and resolves to its response. */
    render?: PluginHost['render'];
}
export interface TerminalPeer extends Peer {
    /** Asks the person for the value of a signal; nothing when the line is empty. */
    readSignal(name: string, signal: AbortSignal): Promise<unknown>;
}
/** A peer that waits: a person at a terminal answers a tool's questions, one after the other. */
export declare function createTerminalPeer({ terminal, sample, plugins, render }: TerminalPeerOptions): TerminalPeer;
/** A question of a hosted server says so, and its words are marked: they may look like words of this program. */
export declare function toWords({ message, origin, to }: Pick<ElicitEffect, 'message' | 'origin' | 'to'>): string;
/** Lets one in at a time, in the order in which they came. */
export declare function createTurns(): <T>(signal: AbortSignal, body: () => Promise<T>) => Promise<T>;
