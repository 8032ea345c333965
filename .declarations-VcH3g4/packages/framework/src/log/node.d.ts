import { type Machine } from './driver.ts';
import { type NewStream, type Store, type StreamRef } from './log.ts';
export interface NodeOptions {
    /** Milliseconds after which a node without a heartbeat counts as dead. Default 10 seconds. */
    leaseTtl?: number;
    /** Milliseconds between two scans for due streams. Default 1 second. */
    scanEvery?: number;
}
/** The streams of one kind, as driven by this process. */
export interface Kind<S, E> {
    /** Starts the heartbeat and takes up what other processes have left. */
    start(): Promise<void>;
    /** Drives the stream unless another node does; that one follows the log. */
    wake(id: string): void;
    /** Stores a new stream as this node's, and drives it. */
    create(id: string, stream: Omit<NewStream<E>, 'node'>, state: S): Promise<void>;
    /** Resolves when this process has stopped driving the stream; `undefined` when it does not drive it. */
    isHere(id: string): Promise<void> | undefined;
    /** Releases everything, so that other nodes go on at once. */
    close(): Promise<void>;
}
/** A process that drives streams: those it is told of, and those it finds due. One for all kinds of a store. */
export declare class Node {
    #private;
    readonly id: string;
    private constructor();
    /** Drives the streams of a kind on the store's node. A second machine of one kind gets a node of its own, as another process would. */
    static register<S, E>(store: Store, machine: Machine<S, E>, options?: NodeOptions): Kind<S, E>;
    /** Drives a stream that was just appended to, if this process drives its kind. */
    static wake(store: Store, { kind, id }: StreamRef): void;
    start(): Promise<void>;
    /** Called when a kind is closed. The last one stops the node, and resolves when it uses the store no more. */
    leave(kind: string): Promise<void>;
    /** Remembers a stream that this process cannot drive, so that it does not fill every scan. */
    refuse(ref: StreamRef, ms?: number): void;
}
