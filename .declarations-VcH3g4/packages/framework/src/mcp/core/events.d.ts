/** A change that clients can subscribe to. */
export type ServerEvent = {
    type: 'tools_changed' | 'prompts_changed' | 'resources_changed';
} | {
    type: 'resource_updated';
    uri: string;
} | {
    type: 'task_changed';
    principal: string | undefined;
    tool: string;
    task: Record<string, unknown>;
};
/** Publishes events to the listeners of this process; it keeps none for later ones. */
export declare class EventHub {
    #private;
    publish(event: ServerEvent): void;
    /** Returns a function that removes the listener. */
    subscribe(listener: (event: ServerEvent) => void): () => void;
}
