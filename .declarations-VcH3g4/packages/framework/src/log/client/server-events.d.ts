export interface ServerEvent {
    id: string;
    data: string;
}
/**
 * Reads server-sent events from the bytes of a stream, wherever the bytes are cut. An event has the id that was sent with it.
 * Each character is looked at once, and a line that means nothing costs no more than another.
 */
export declare class ServerEventParser {
    #private;
    push(bytes: Uint8Array): ServerEvent[];
}
